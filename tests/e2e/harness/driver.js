// WebKitWebDriver as a child process. It starts the desk, and its owner can end both.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";

import { until } from "./until.js";

/**
 * Starts a driver on a free port and resolves once it answers.
 * @param {Record<string, string>} environment additional environment variables of the driven program
 */
export async function startDriver(environment) {
  const port = await freePort();
  const child = spawn("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
    // Without the variable Tauri does not open its window to automation and the session request hangs.
    env: { ...process.env, TAURI_WEBVIEW_AUTOMATION: "true", ...environment },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const failed = once(child, "error").then(([error]) => {
    throw new Error("WebKitWebDriver did not start; Debian's package webkit2gtk-driver has it.", { cause: error });
  });
  await Promise.race([failed, answers(`http://127.0.0.1:${port}/status`)]);
  const children = async () => {
    const listing = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
    return listing.split(" ").filter(Boolean).map(Number);
  };
  return {
    port,
    /** Returns the ids of the programs the driver started. */
    children,
    /** Returns whether the program the driver started has ended. */
    hasEnded: async () => (await children()).length === 0,
    /** Kills the programs that the driver started, without a chance to react. */
    killChildren: async () => (await children()).forEach(kill),
    stop: () => end(child),
  };
}

function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // The process may have ended by itself after it was listed.
    if (error.code !== "ESRCH") throw error;
  }
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

function answers(url) {
  const ready = () => fetch(url).then((response) => response.ok, () => false);
  return until(ready, `WebKitWebDriver answers at ${url}`);
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await ended;
}
