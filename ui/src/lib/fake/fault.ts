import type { ErrorCode } from '$lib/host'

/** Returns a fault in the form in which the core sends it. */
export function fault(code: ErrorCode, message = 'A failure made for a test.', details: Record<string, string> = {}) {
  return { code, message, details }
}
