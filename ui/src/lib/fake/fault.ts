import type { ErrorCode } from '$lib/host'

/** Returns a failure as it crosses the boundary. */
export function fault(code: ErrorCode, message = 'A failure made for a test.', details: Record<string, string> = {}) {
  return { code, message, details }
}
