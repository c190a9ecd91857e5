// The desk in a real window, on its own copy of a project and with its own data folder.

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Key, remote } from "webdriverio";

import { startDriver } from "./driver.js";
import { closeActiveWindow, manageWindows } from "./display.js";
import { until } from "./until.js";
import { lines } from "./writer.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The sample project of the desk: English and Chinese chapters and notes. */
export const SAMPLE = here("../../../src-tauri/sample");
const SCREENSHOTS = here("../output");
/** The program under test. */
export const BINARY = process.env.COMMONPLACE_DESK ?? here("../../../target/debug/commonplace-desk");
/** The command line, which the build puts into the same folder. */
const COMMAND_LINE = join(dirname(BINARY), "commonplace");

const run = promisify(execFile);

/** Returns the selector of a file or a folder in the file list. */
export const row = (path) => `nav [role=treeitem][data-path="${path}"]`;

/**
 * Opens the desk on a fresh copy of a project. All files of the desk are removed when the test ends.
 * @param {import("node:test").TestContext} t
 * @param {{
 *   project?: string,
 *   prepare?: (project: string, data: string) => Promise<unknown>,
 *   settings?: { language?: "en" | "zh", theme?: "paper" | "ink" | "contrast", zoom?: number, ai?: boolean, recentProjects?: string[] },
 *   file?: string,
 *   binary?: string,
 *   args?: (project: string) => string[],
 *   environment?: Record<string, string>,
 *   composited?: boolean,
 * }} options `prepare` changes the copy and the data folder before the desk sees them. `settings` are the settings of
 *   an earlier start. `file` is named on the command line after the project. `composited` is whether the window draws
 *   as with a graphics card, whatever this machine has. Otherwise the driver waits for ever for a picture of a page at
 *   rest, so no picture is taken.
 */
export async function openDesk(t, options = {}) {
  const { project: original = SAMPLE, binary = BINARY, file, environment = {}, composited = true } = options;
  const named = (project) => (file === undefined ? [project] : [project, join(project, file)]);
  const { args = named } = options;
  const folder = await mkdtemp(join(tmpdir(), "commonplace-e2e-"));
  const project = join(folder, "project");
  const data = join(folder, "data");
  await cp(original, project, { recursive: true });
  await mkdir(data);
  await options.prepare?.(project, data);
  // Without a language in its settings the desk would use the language of the system.
  const settings = { language: "en", theme: "paper", recentProjects: [project], ...options.settings };
  await writeFile(join(data, "settings.json"), JSON.stringify(settings));

  const desk = new Desk({ project, data, binary, args: args(project), environment, composited, isZoomed: "zoom" in settings });
  t.after(async () => {
    try {
      // A picture of the last screen, which shows why a journey failed.
      if (desk.browser && composited) await desk.screenshot(t.name);
    } finally {
      await desk.close().finally(() => rm(folder, { recursive: true, force: true }));
    }
  });
  await desk.start();
  return desk;
}

class Desk {
  #binary;
  #args;
  #environment;
  #driver;
  #isZoomed;

  /** The WebdriverIO session of the present window. */
  browser;
  /** The project folder. */
  project;
  /** The data folder of the desk. */
  data;

  constructor({ project, data, binary, args, environment, composited, isZoomed }) {
    this.project = project;
    this.data = data;
    this.#binary = binary;
    this.#args = args;
    this.#isZoomed = isZoomed;
    const drawing = composited ? { WEBKIT_DISABLE_COMPOSITING_MODE: "0" } : {};
    this.#environment = { ...drawing, ...environment, COMMONPLACE_DATA_DIR: data };
  }

  async start() {
    await manageWindows();
    this.#driver = await startDriver(this.#environment);
    this.browser = await remote({
      hostname: "127.0.0.1",
      port: this.#driver.port,
      logLevel: "error",
      capabilities: {
        "webkitgtk:browserOptions": { binary: this.#binary, args: this.#args },
        "wdio:enforceWebDriverClassic": true,
      },
    });
  }

  /** Ends the window through the driver; the data folder stays. */
  async close() {
    try {
      await this.browser?.deleteSession();
    } finally {
      await this.#leave();
    }
  }

  /** Returns the ids of the desk's own processes, without the processes of its engine. */
  pids() {
    return this.#driver.children();
  }

  /** Kills the desk without a chance to save, as a power cut would; the data folder stays. */
  kill() {
    return this.#leave();
  }

  /** Closes the window as the writer does and waits until the desk has ended. The desk may save before it ends. */
  async quit() {
    await closeActiveWindow();
    await until(() => this.#driver.hasEnded(), "the desk ends");
    await this.#leave();
  }

  /** Closes the desk as the writer does and opens it again on the same project and data. */
  async restart() {
    await this.quit();
    await this.start();
  }

  /**
   * Closes the desk and opens it again as if `days` days had passed. For that, all recorded times are moved back by as
   * much.
   */
  async restartAfter(days) {
    await this.quit();
    const earlier = (time) => JSON.stringify(new Date(Date.parse(JSON.parse(time)) - days * 24 * 60 * 60_000));
    const folder = join(this.project, "memory/journal");
    const names = await readdir(folder, { recursive: true });
    for (const path of names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name))) {
      const journal = await readFile(path, "utf8");
      await writeFile(path, journal.replace(/"\d{4}-\d\d-\d\dT[^"]+"/g, earlier));
    }
    await rm(join(this.project, "memory/index"), { recursive: true });
    await this.start();
  }

  /** Imports choices through the command line while the window is open. */
  async imports(records) {
    const file = join(this.data, "choices.jsonl");
    await writeFile(file, lines(records));
    return this.commonplace("episodes", "import", file);
  }

  /** Runs the command line on the same project and data folder; returns its output, parsed as JSON. */
  async commonplace(...args) {
    const all = ["--project", this.project, "--json", ...args];
    const { stdout } = await run(COMMAND_LINE, all, { env: { ...process.env, COMMONPLACE_DATA_DIR: this.data } });
    return JSON.parse(stdout);
  }

  /** Returns the bytes of a file in the project. */
  bytes(path) {
    return readFile(join(this.project, path));
  }

  /** Returns the text of a file in the project; empty if the file does not exist. */
  text(path) {
    return readFile(join(this.project, path), "utf8").catch(() => "");
  }

  /** Returns the text of the settings file. */
  settings() {
    return readFile(join(this.data, "settings.json"), "utf8");
  }

  /** Saves a screenshot of the window in `output/`. */
  async screenshot(name) {
    await mkdir(SCREENSHOTS, { recursive: true });
    await this.browser.saveScreenshot(join(SCREENSHOTS, `${name}.png`));
  }

  /** Returns the visible text of the window. */
  reads() {
    // WebDriver's own text omits text in a box with hidden overflow, such as a name in the file list.
    return this.browser.execute(() => document.body.innerText);
  }

  /** Resolves when the window shows the text anywhere; a failure includes the text that the window showed instead. */
  async shows(text, withinMs) {
    let read = "";
    const shown = until(async () => (read = await this.reads()).includes(text), `the window shows “${text}”`, withinMs);
    await shown.catch((error) => {
      throw new Error(`${error.message}; it read:\n${read}`, { cause: error });
    });
  }

  /** Resolves with the first element for a selector once it exists. */
  async finds(selector) {
    return until(async () => {
      const element = await this.browser.$(selector);
      return (await element.isExisting()) && element;
    }, `the window has “${selector}”`);
  }

  /** Clicks the first element for a selector. */
  async click(selector) {
    const element = await this.finds(selector);
    // The driver takes page coordinates for window coordinates, so it misses where the page is zoomed.
    if (this.#isZoomed) await this.browser.execute((each) => (each.focus(), each.click()), element);
    else await element.click();
  }

  /** Clicks the button with this name. */
  clickButton(name) {
    return this.click(`//button[normalize-space()="${name}"]`);
  }

  /** Chooses the language of the interface in the menu, by the language's own name. */
  async speak(language) {
    await this.press("F10");
    await this.click(`//*[@role="menuitemcheckbox"][starts-with(normalize-space(), "${language}")]`);
  }

  /** Opens a tab of the memory panel; a count may follow its name. */
  openTab(name) {
    return this.click(`//button[@role="tab"][starts-with(normalize-space(), "${name}")]`);
  }

  /** Returns the paths of the files in the file list, in the order of the list. */
  listed() {
    // In one step: a row that was found may be drawn anew before its name is read.
    return this.browser.execute(() =>
      [...document.querySelectorAll("nav [role=treeitem][data-path]:not([aria-expanded])")].map((row) => row.getAttribute("data-path")),
    );
  }

  /** Opens a manuscript from the file list and waits until it is on the page. */
  async openManuscript(path) {
    // Until the first page is drawn, the file list still moves, and a click could meet the row beside it.
    await this.finds("main > .page > *");
    await this.click(row(path));
    await this.finds(`.cm-content[aria-label$="${path}"]`);
  }

  /** Presses keys together, such as `press("Control", "Enter")`. */
  async press(...keys) {
    const down = this.browser.action("key");
    for (const key of keys) down.down(Key[key] ?? key);
    for (const key of keys.toReversed()) down.up(Key[key] ?? key);
    await down.perform();
  }

  /** Types a text, one key after the other. */
  async type(text) {
    const keys = this.browser.action("key");
    for (const character of text) keys.down(character).up(character);
    await keys.perform();
  }

  /** Puts the caret at the start of the first line with this beginning, using only the keyboard. */
  async goTo(beginning) {
    await this.press("Control", "Home");
    for (let at = null; ; ) {
      const line = await this.#caretLine();
      if (line.text.startsWith(beginning)) break;
      if (line.place === at) throw new Error(`no line begins with “${beginning}”`);
      at = line.place;
      await this.press("ArrowDown");
    }
    await this.press("Home");
    await this.press("Home");
  }

  /** Selects the first paragraph with this beginning, using only the keyboard, and returns its text. */
  async select(beginning) {
    await this.goTo(beginning);
    // The first End goes to the end of the visual line, the second to the end of the paragraph.
    await this.press("Shift", "End");
    await this.press("Shift", "End");
    return this.browser.execute(() => getSelection().toString());
  }

  /** Returns the text of the page as it is drawn, including the marks of an offer. */
  page() {
    return this.browser.execute(() => document.querySelector(".cm-content")?.innerText ?? "");
  }

  /** Waits until the caret is in a line: for a moment after a click, the page may have no selection. */
  #caretLine() {
    const found = () =>
      this.browser.execute(() => {
        const { focusNode, focusOffset } = getSelection();
        const element = focusNode instanceof Element ? focusNode : focusNode?.parentElement;
        const line = element?.closest(".cm-line");
        if (!line) return null;
        const number = [...line.parentElement.children].indexOf(line);
        const { top } = document.querySelector(".cm-cursor-primary")?.getBoundingClientRect() ?? { top: 0 };
        return { text: line.textContent, place: `${number} ${focusOffset} ${top}` };
      });
    return until(found, "the caret is in a line");
  }

  async #leave() {
    // Also kills a desk that keeps its window open because it could not save a text; it would outlive the test.
    await this.#driver?.killChildren();
    await this.#driver?.stop();
    this.browser = undefined;
    this.#driver = undefined;
  }
}
