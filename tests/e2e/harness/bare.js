// The bare editor page that the desk is measured against, in a window of the same engine.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { remote } from "webdriverio";

import { startDriver } from "./driver.js";
import { manageWindows } from "./display.js";

/** The engine's own browser, which Debian has beside the engine. */
const BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
/** Where `npm run build:bare` puts the page's script. */
const FOLDER = fileURLToPath(new URL("../output/bare", import.meta.url));

// The measure, face and size of the desk's page, so that both lay out the same lines.
const PAGE = `<!doctype html><meta charset="utf-8"><title>Bare</title>
<style>body { margin: 0 } .cm-editor { height: 100vh } .cm-scroller { font: 18px/1.75 serif; overflow: auto } .cm-content { max-width: 38rem; margin: 0 auto }</style>
<body><script src="bare.js"></script>`;

/** Opens the bare page; the driver's session is `browser`. */
export async function openBare() {
  await mkdir(FOLDER, { recursive: true });
  const page = join(FOLDER, "bare.html");
  await writeFile(page, PAGE);
  await manageWindows();
  const driver = await startDriver({});
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
