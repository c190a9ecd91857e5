// Waits for a condition by polling it, never for a fixed time alone.

import { setTimeout as pause } from "node:timers/promises";

// Only a failing test waits this long, so the timeout is generous.
const PATIENCE_MS = 20_000;

/**
 * Resolves with the result once the condition holds. Rejects with the expectation after the timeout.
 * @template T
 * @param {() => Promise<T | false | undefined | null>} condition
 * @param {string} expectation
 * @param {number} withinMs
 * @returns {Promise<T>}
 */
export async function until(condition, expectation, withinMs = PATIENCE_MS) {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    const value = await condition();
    if (value) return value;
    await pause(20);
  }
  throw new Error(`${expectation}: not within ${withinMs} ms`);
}
