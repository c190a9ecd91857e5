import { ERROR_CODES, type ErrorCode, type Fault as WireFault } from './bindings'

/** A fault code of the core, or `UNEXPECTED` for a failure in the window itself. */
export type FaultCode = ErrorCode | 'UNEXPECTED'

/** A failure in one shape, wherever it was thrown. */
export type Fault = Omit<WireFault, 'code'> & { code: FaultCode }

const CODES: ReadonlySet<string> = new Set([...ERROR_CODES, 'UNEXPECTED'])

/**
 * Converts any thrown value to a `Fault`.
 *
 * Commands reject with a `Fault`. Tauri itself rejects with a plain string, for example for a missing permission. Code
 * of the window throws an `Error`.
 */
export function asFault(reason: unknown): Fault {
  if (isFault(reason)) return reason
  const message = reason instanceof Error ? reason.message : String(reason)
  return { code: 'UNEXPECTED', message, details: {} }
}

function isFault(reason: unknown): reason is WireFault {
  return (
    typeof reason === 'object' &&
    reason !== null &&
    'code' in reason &&
    'message' in reason &&
    'details' in reason &&
    typeof reason.code === 'string' &&
    CODES.has(reason.code) &&
    typeof reason.message === 'string' &&
    typeof reason.details === 'object' &&
    reason.details !== null
  )
}
