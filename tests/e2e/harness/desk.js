// The desk in a real window, on its own copy of a project and with its own data folder.

import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { remote } from "webdriverio";

import { startDriver } from "./driver.js";
import { until } from "./until.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The project that ships with the desk: English and Chinese chapters and notes. */
export const SAMPLE = here("../../../src-tauri/sample");
const SCREENSHOTS = here("../output");
const BINARY = process.env.COMMONPLACE_DESK ?? here("../../../target/debug/commonplace-desk");

/**
 * Opens the desk on a fresh copy of a project; everything it made is gone when the test ends.
 * @param {import("node:test").TestContext} t
 * @param {{ project?: string, binary?: string, args?: (project: string) => string[], environment?: Record<string, string> }} options
 */
export async function openDesk(t, options = {}) {
  const { project: original = SAMPLE, binary = BINARY, args = (project) => [project], environment = {} } = options;
  const folder = await mkdtemp(join(tmpdir(), "commonplace-e2e-"));
  const project = join(folder, "project");
  const data = join(folder, "data");
  await cp(original, project, { recursive: true });
  await mkdir(data);

  const desk = new Desk({ project, data, binary, args: args(project), environment });
  t.after(async () => {
    try {
      // What a journey saw last is the first thing to look at when it fails.
      if (desk.browser) await desk.screenshot(t.name);
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

  /** The WebdriverIO session of the window that is open now. */
  browser;
  /** The folder of manuscripts the desk was opened on. */
  project;
  /** The folder the desk keeps its own data in. */
  data;

  constructor({ project, data, binary, args, environment }) {
    this.project = project;
    this.data = data;
    this.#binary = binary;
    this.#args = args;
    this.#environment = { ...environment, COMMONPLACE_DATA_DIR: data };
  }

  async start() {
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

  /** Closes the window and ends the driver; the data stay. */
  async close() {
    try {
      await this.browser?.deleteSession();
    } finally {
      await this.#leave();
    }
  }

  /** Ends the desk as a power cut would, with no chance to save; the data stay. */
  async kill() {
    for (const pid of await this.#driver.children()) process.kill(pid, "SIGKILL");
    await this.#leave();
  }

  /** Closes the desk and opens it again on the same project and data. */
  async restart() {
    await this.close();
    await this.start();
  }

  /** Keeps a picture of the window in `output/`, for people to look at. */
  async screenshot(name) {
    await mkdir(SCREENSHOTS, { recursive: true });
    await this.browser.saveScreenshot(join(SCREENSHOTS, `${name}.png`));
  }

  /** Resolves when the page shows the text, wherever it stands. */
  async shows(text) {
    await until(
      async () => (await this.browser.$("body").getText()).includes(text),
      `the window shows “${text}”`,
    );
  }

  async #leave() {
    await this.#driver?.stop();
    this.browser = undefined;
    this.#driver = undefined;
  }
}
