// The bare editor page, in a window of the same engine, as a baseline for the desk.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { remote } from "webdriverio";

import { startDriver } from "./driver.js";
import { manageWindows } from "./display.js";

/** The demo browser of the engine, at its path in the Debian package. */
const BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
/** The folder in which `npm run build:bare` writes the page's script. */
const FOLDER = fileURLToPath(new URL("../output/bare", import.meta.url));

// The line width, font and size are those of the desk's page, so that both pages have the same line breaks.
const PAGE = `<!doctype html><meta charset="utf-8"><title>Bare</title>
<style>body { margin: 0 } .cm-editor { height: 100vh } .cm-scroller { font: 18px/1.75 serif; overflow: auto } .cm-content { max-width: 38rem; margin: 0 auto }</style>
<body><script src="bare.js"></script>`;

/**
 * Opens the bare page; the returned `browser` is the driver's session. `composited` is whether it draws as with a
 * graphics card.
 */
export async function openBare({ composited = true } = {}) {
  await mkdir(FOLDER, { recursive: true });
  const page = join(FOLDER, "bare.html");
  await writeFile(page, PAGE);
  await manageWindows();
  const driver = await startDriver({ WEBKIT_DISABLE_COMPOSITING_MODE: composited ? "0" : "1" });
  const browser = await remote({
    hostname: "127.0.0.1",
    port: driver.port,
    logLevel: "error",
    capabilities: {
      "webkitgtk:browserOptions": { binary: BROWSER, args: ["--automation", "--geometry=1360x880"] },
      "wdio:enforceWebDriverClassic": true,
    },
  });
  await browser.url(pathToFileURL(page).href);
  return {
    browser,
    pids: driver.children,
    async close() {
      await browser.deleteSession().catch(() => {});
      await driver.stop();
    },
  };
}
