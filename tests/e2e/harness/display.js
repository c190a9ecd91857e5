// The display around the window: a window manager, and keys that come from the keyboard rather than from the driver.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

import { until } from "./until.js";

const run = promisify(execFile);

let managing;

/** Starts a window manager for this display; without one no window is active and none can be closed by its key. */
export function manageWindows() {
  managing ??= start();
  return managing;
}

async function start() {
  const manager = spawn("openbox", { stdio: "ignore" });
  process.on("exit", () => manager.kill());
  manager.unref();
  const failed = once(manager, "error").then(([cause]) => {
    throw new Error("There is no window manager; Debian's package openbox has one.", { cause });
  });
  const ended = once(manager, "exit").then(() => {
    throw new Error(`The window manager ended at once; can the display “${process.env.DISPLAY ?? ""}” be opened?`);
  });
  const ready = () => run("xdotool", ["get_desktop"]).then(() => true, () => false);
  await Promise.race([failed, ended, until(ready, "the window manager answers")]);
  // What happens to it later is no longer this function's to tell.
  ended.catch(() => {});
}

/** Presses chords on the keyboard of the display, such as `ctrl+shift+u`: an input method sees these. */
export async function pressOnKeyboard(...chords) {
  await run("xdotool", ["key", "--clearmodifiers", ...chords]);
}

/** Names a place in the system's dialog for saving that is in front, as a writer who types it; returns when it is gone. */
export async function answerSaveDialog(path) {
  const isDialog = async (id) => (await run("xprop", ["-id", id, "_NET_WM_WINDOW_TYPE"])).stdout.includes("_DIALOG");
  const dialog = await until(async () => {
    const id = await active();
    return id !== "" && (await isDialog(id)) && id;
  }, "a dialog is in front");
  // The name that is suggested is selected, and gives way. Faster typing meets the dialog's own completion.
  await run("xdotool", ["type", "--clearmodifiers", "--delay", "40", path]);
  await pressOnKeyboard("Return");
  await until(async () => (await active()) !== dialog, "the dialog is answered");
}

/** Closes the window in front as its writer does. */
export async function closeActiveWindow() {
  // A window can be typed in by the driver before the display has it in front, and the key would be nobody's.
  await until(async () => (await active()) !== "", "a window is in front");
  await pressOnKeyboard("alt+F4");
}

/** Returns the window in front, or nothing where there is none. */
async function active() {
  const { stdout } = await run("xdotool", ["getactivewindow"]).catch(() => ({ stdout: "" }));
  return stdout.trim();
}

/** A keyboard that is held for long: to start a program for each key would take longer than the key. */
export class Keyboard {
  // Line by line, so that each answer comes when it is given.
  #hands = spawn("stdbuf", ["-oL", "xdotool", "-"], { stdio: ["pipe", "pipe", "inherit"] });

  /** Has the display do commands of xdotool; returns when it had, as `Date.now()` says it. */
  async press(...commands) {
    const done = once(this.#hands.stdout, "data");
    this.#hands.stdin.write([...commands, "getmouselocation"].map((command) => `${command}\n`).join(""));
    await done;
    return Date.now();
  }

  close() {
    this.#hands.stdin.end();
  }
}
