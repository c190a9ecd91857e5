// The desk without a mouse, with a screen reader, at 200 % and without motion: all screens, in the real window.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { axeFindings, frameFindings, LOOKS, motionFindings, tabFindings, wear } from "../harness/access.js";
import { openDesk } from "../harness/desk.js";
import { LANGUAGES, walk, WALKS } from "../harness/screens.js";
import { until } from "../harness/until.js";

const { paper, ...OTHER_LOOKS } = LOOKS;

for (const [title, steps] of Object.entries(WALKS)) {
  for (const [language, words] of Object.entries(LANGUAGES)) {
    test(`${title}: axe finds nothing serious in any colours, nothing is cut off, and Tab goes everywhere (${language})`, async (t) => {
      const desk = await start(t, steps, words);
      const findings = new Findings();
      await walk(desk, words, steps, async (name, { isFleeting }) => {
        findings.add(name, await axeFindings(desk));
        for (const [look, colours] of Object.entries(OTHER_LOOKS)) {
          await wear(desk, colours);
          // Only the colours differ, so only the contrast is checked.
          findings.add(`${name} in ${look}`, await axeFindings(desk, ["color-contrast"]));
        }
        await wear(desk, paper);
        findings.add(name, await frameFindings(desk));
        findings.add(name, await motionFindings(desk));
        // In an offer the editor handles the keys: Tab goes to the next candidate until Escape leaves the offer. A menu
        // and a name field have only one tab stop, and it already has the focus. Where Tab goes does not depend on the
        // language.
        if (language === "en" && !isFleeting) findings.add(name, await tabFindings(desk));
      });
      assert.ok(await desk.browser.execute(() => matchMedia("(prefers-reduced-motion: reduce)").matches), "no motion is asked for");
      findings.none();
    });

    test(`${title}: at 200 % nothing is clipped, covered or beyond the edge (${language})`, async (t) => {
      const desk = await start(t, steps, words, { zoom: 200 });
      // The whole of a display of 1600 × 1000, at 200 %.
      await desk.finds("header button");
      await desk.press("F11");
      await until(() => desk.browser.execute(() => innerWidth === 800 && innerHeight === 500), "the window is 800 × 500");
      const findings = new Findings();
      await walk(desk, words, steps, async (name) => {
        findings.add(name, await frameFindings(desk));
        await desk.screenshot(`200 percent ${language} ${name}`);
      });
      findings.none();
    });
  }
}

/** The problems, each with the screens that have it. */
class Findings {
  #screens = new Map();

  add(screen, findings) {
    for (const finding of findings) this.#screens.set(finding, [...(this.#screens.get(finding) ?? []), screen]);
  }

  /** Fails if there are any, and lists them. */
  none() {
    const said = [...this.#screens].map(([finding, screens]) => `${finding}\n    on ${screens.join(", ")}`);
    if (said.length > 0) assert.fail(`\n${said.join("\n")}\n`);
  }
}

/** Opens the desk for a walk, on a system that asks for no motion. */
async function start(t, { options }, words, settings = {}) {
  const given = options(words);
  return openDesk(t, { ...given, environment: await still(t), settings: { language: words.language, ...given.settings, ...settings } });
}

/** Returns the environment of a system that asks for no motion, until the test ends. */
async function still(t) {
  const folder = await mkdtemp(join(tmpdir(), "commonplace-still-"));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "gtk-3.0"));
  await writeFile(join(folder, "gtk-3.0/settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
  return { XDG_CONFIG_HOME: folder };
}
