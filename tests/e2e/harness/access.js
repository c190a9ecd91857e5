// Accessibility checks of an open screen: for a person without a mouse, with a small window, or with a screen reader.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The appearances of the desk, as its settings make them: the theme, and whether it has high contrast. */
export const LOOKS = {
  paper: { theme: "paper" },
  ink: { theme: "ink" },
  "contrast-light": { theme: "paper", contrast: true },
  "contrast-dark": { theme: "ink", contrast: true },
};

/** Changes the appearance of the window without its settings, because a change in the settings would take the focus. */
export function wear(desk, { theme, contrast = false }) {
  return desk.browser.execute(
    (name, high) => {
      document.documentElement.dataset.theme = name;
      if (high) document.documentElement.dataset.contrast = "";
      else delete document.documentElement.dataset.contrast;
    },
    theme,
    contrast,
  );
}

/**
 * Returns the serious and critical findings of axe-core, one line each: the rule, the place and the reason.
 * @param {string[]} [rules] only these rules
 */
export async function axeFindings(desk, rules) {
  // The driver runs the script, because the page's content security policy forbids running text as code.
  if (!(await desk.browser.execute(() => "axe" in globalThis))) await desk.browser.execute(AXE);
  const { findings, failure } = await desk.browser.executeAsync((only, done) => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const runOnly = only ? { type: "rule", values: only } : { type: "tag", values: tags };
    globalThis.axe.run(document, { runOnly, resultTypes: ["violations"] }).then(
      ({ violations }) =>
        done({
          findings: violations
            .filter(({ impact }) => impact === "serious" || impact === "critical")
            .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary.replace(/\s+/gu, " ")}`)),
        }),
      (reason) => done({ failure: String(reason) }),
    );
  }, rules ?? null);
  if (failure) throw new Error(`axe-core: ${failure}`);
  return findings;
}

/** Returns the problems of a screen for the Tab key, one line each. */
export async function tabFindings(desk) {
  const names = await desk.browser.execute(() => {
    const room = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
    const isSeen = (element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0;
    // In a set of radio buttons Tab reaches only the checked one; the arrow keys reach the others.
    const isPassedOver = (element) => element.type === "radio" && !element.checked;
    const controls = room.querySelectorAll("a[href], button, input, select, textarea, [tabindex], [contenteditable='true']");
    globalThis.stops = [...controls].filter(
      (element) => !element.disabled && !element.closest('[inert]') && (element.tabIndex >= 0 || element.isContentEditable) && isSeen(element) && !isPassedOver(element),
    );
    const name = (element) =>
      `${element.localName}${element.className && typeof element.className === "string" ? `.${element.className.trim().split(/\s+/u).join(".")}` : ""} “${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}”`;
    return globalThis.stops.map(name);
  });
  const reached = new Set();
  const findings = [];
  // Once around all controls, with four more presses for the stops of the window itself.
  for (let presses = 0; presses < names.length + 4 && reached.size < names.length; presses += 1) {
    await desk.press("Tab");
    // Waits until the page has scrolled to the control.
    await desk.browser.executeAsync((done) => requestAnimationFrame(() => done()));
    const stop = await desk.browser.execute(() => {
      const element = document.activeElement;
      const at = globalThis.stops.indexOf(element);
      const drawn = ({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
      const isText = element.matches("input:not([type]), input[type='text'], input[type='number'], textarea") || element.isContentEditable;
      const around = [element, element.nextElementSibling, element.parentElement].filter(Boolean);
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return {
        at,
        // A text field has no outline of focus, because its caret is enough.
        isSeen: isText || around.some((each) => drawn(getComputedStyle(each))),
        isInside: right > 0 && bottom > 0 && left < innerWidth && top < innerHeight,
        html: element.outerHTML.slice(0, 120),
      };
    });
    if (stop.at < 0) continue;
    reached.add(stop.at);
    if (!stop.isSeen) findings.push(`the focus is not seen on ${names[stop.at]}`);
    if (!stop.isInside) findings.push(`the focus is outside the window on ${names[stop.at]}`);
  }
  names.forEach((name, at) => reached.has(at) || findings.push(`Tab does not reach ${name}`));
  return findings;
}

/** Returns the controls that are clipped, covered, too small or only reachable by scrolling sideways, one line each. */
export function frameFindings(desk) {
  return desk.browser.execute(() => {
    const findings = new Set();
    const name = (element) =>
      `${element.localName}${typeof element.className === "string" && element.className ? `.${element.className.trim().split(/\s+/u).join(".")}` : ""} “${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}”`;
    const { scrollingElement: root, body } = document;
    for (const frame of [root, body]) {
      if (frame.scrollWidth > innerWidth + 1) findings.add(`the frame is ${frame.scrollWidth} wide in a window of ${innerWidth}`);
      if (frame.scrollHeight > innerHeight + 1) findings.add(`the frame is ${frame.scrollHeight} high in a window of ${innerHeight}`);
    }
    const room = [...document.querySelectorAll("dialog[open]")].at(-1) ?? body;
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    const isSpoken = (element) => element.closest(".spoken, .cm-announced") !== null;
    for (const element of room.querySelectorAll("*")) {
      if (!isSeen(element) || isSpoken(element) || element.closest("svg")) continue;
      const style = getComputedStyle(element);
      const ownText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
      const cuts = style.overflowX === "hidden" || style.overflowX === "clip";
      if (cuts && style.textOverflow !== "ellipsis" && element.scrollWidth > element.clientWidth + 1) findings.add(`cut off at the side: ${name(element)}`);
      if ((style.overflowY === "hidden" || style.overflowY === "clip") && ownText && element.scrollHeight > element.clientHeight + 2) findings.add(`cut off below: ${name(element)}`);
      if ((style.overflowX === "auto" || style.overflowX === "scroll") && element.scrollWidth > element.clientWidth + 1) findings.add(`scrolls sideways: ${name(element)}`);
    }
    const controls = room.querySelectorAll("a[href], button, input, select, textarea, [role='option'], [role='treeitem']");
    for (const control of controls) {
      if (!isSeen(control) || isSpoken(control) || control.closest("[aria-hidden='true'], [inert]")) continue;
      control.scrollIntoView({ block: "nearest", inline: "nearest" });
      const { left, top, width, height } = control.getBoundingClientRect();
      const isLarge = [control, ...(control.labels ?? [])].some((each) => each.offsetWidth >= 24 && each.offsetHeight >= 24);
      const [x, y] = [left + width / 2, top + height / 2];
      if (left < -1 || left + width > innerWidth + 1) findings.add(`beyond the edge of the window: ${name(control)}`);
      const hit = document.elementFromPoint(x, y);
      const isHit = hit && (control.contains(hit) || hit.contains(control) || control.labels?.[0]?.contains(hit));
      // A part that lies over the page until it is closed may cover a control.
      if (!isHit && !hit?.closest(".floats, .card, [role=menu]")) findings.add(`covered: ${name(control)} by ${hit ? name(hit) : "nothing"}`);
      if (!isLarge) findings.add(`smaller than 24 px: ${control.localName}.${control.className}, ${Math.round(height)} high`);
    }
    return [...findings];
  });
}

/** Returns the parts of a screen that would move although the system asks for no motion, one line each. */
export function motionFindings(desk) {
  return desk.browser.execute(() => {
    const lasts = (list) => list.split(",").some((time) => parseFloat(time) > 0);
    const moving = [...document.querySelectorAll("*")].filter((element) =>
      [null, "::before", "::after"].some((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        return lasts(style.transitionDuration) || (style.animationName !== "none" && lasts(style.animationDuration)) || style.scrollBehavior === "smooth";
      }),
    );
    return [...new Set(moving.map((element) => `moves: ${element.localName}.${element.getAttribute("class") ?? ""}`))];
  });
}
