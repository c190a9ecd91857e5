// The display around the window: a window manager, and keys from the keyboard instead of the driver.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

import { until } from "./until.js";

const run = promisify(execFile);

let managing;

/** Starts a window manager for this display. Without one no window is active, and no key can close a window. */
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
  // A later end of the window manager is not an error of this function.
  ended.catch(() => {});
}

/**
 * Presses key combinations on the keyboard of the display, such as `ctrl+shift+u`. An input method receives these keys.
 */
export async function pressOnKeyboard(...chords) {
  await run("xdotool", ["key", "--clearmodifiers", ...chords]);
}

/** How long the system's dialog may take to close after its answer, in milliseconds, before the answer is typed again. */
const DIALOG_MS = 5_000;
const ANSWERS = 3;

/** Types a path into the system's dialog that is in front, and returns when the dialog has closed. */
export async function answerDialog(path) {
  const dialog = await until(inFront, "a dialog is in front");
  const isClosed = async () => (await run("xprop", ["-id", dialog, "WM_STATE"]).catch(() => ({ stdout: "not found" }))).stdout.includes("not found");
  for (let answer = 1; ; answer += 1) {
    // The suggested name is selected and is replaced. Faster typing collides with the dialog's own completion.
    await run("xdotool", ["type", "--clearmodifiers", "--delay", "40", path]);
    await pressOnKeyboard("Return");
    const closed = until(isClosed, "the dialog is answered", DIALOG_MS);
    if (answer === ANSWERS) return closed;
    if (await closed.catch(() => false)) return;
    // On a busy machine the field for the path opened after the first keys, and they were lost.
    await pressOnKeyboard("ctrl+l", "ctrl+a");
  }
}

/** Returns the title of the system's dialog once one is in front, and closes it as Escape does. */
export async function leaveDialog() {
  const dialog = await until(inFront, "a dialog is in front");
  const { stdout } = await run("xdotool", ["getwindowname", dialog]);
  await pressOnKeyboard("Escape");
  await until(async () => (await active()) !== dialog, "the dialog is closed");
  return stdout.trim();
}

/** Closes the window in front, as the writer does. */
export async function closeActiveWindow() {
  // The driver can type in a window before the display has it in front. The key would then go to no window.
  await until(async () => (await active()) !== "", "a window is in front");
  await pressOnKeyboard("alt+F4");
}

/** Returns the id of the system's dialog in front, or false. */
async function inFront() {
  const id = await active();
  return id !== "" && (await run("xprop", ["-id", id, "_NET_WM_WINDOW_TYPE"])).stdout.includes("_DIALOG") && id;
}

/** Returns the id of the window in front; empty if there is none. */
async function active() {
  const { stdout } = await run("xdotool", ["getactivewindow"]).catch(() => ({ stdout: "" }));
  return stdout.trim();
}

/** A keyboard with one long-running process, because starting a program for each key would take longer than the key. */
export class Keyboard {
  // Line buffering, so that each answer arrives at once.
  #hands = spawn("stdbuf", ["-oL", "xdotool", "-"], { stdio: ["pipe", "pipe", "inherit"] });

  /** Runs commands of xdotool; returns the time at which they were done, as `Date.now()`. */
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
