// Waiting for something to become true, by looking and never by the clock alone.

import { setTimeout as pause } from "node:timers/promises";

// Only a test that fails waits this long, so it is generous rather than tuned.
const PATIENCE_MS = 20_000;

/**
 * Resolves when the condition holds. Rejects with the expectation when it never held.
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
