import type { ErrorCode, Fault as WireFault } from './bindings'

/** A code of the contract, or one of the window's own for what never reached it. */
export type FaultCode = ErrorCode | 'UNEXPECTED'

/** A failure in one shape, whoever threw it. */
export type Fault = Omit<WireFault, 'code'> & { code: FaultCode }

/** The codes there are; the generated types are gone once the page runs, and a missing code does not compile. */
const CODES: Record<FaultCode, true> = {
  INVALID_ARGUMENT: true,
  REQUEST_TOO_LARGE: true,
  FOLDER_NOT_CHOSEN: true,
  EXPORT_TOO_LARGE: true,
  NOTHING_IMPORTED: true,
  NOT_FOUND: true,
  CONFLICT: true,
  MEMORY_EPISODE_WRITE_FAILED: true,
  MEMORY_CAPACITY_EXCEEDED: true,
  MEMORY_CLEANUP_FAILED: true,
  MEMORY_CONFIDENCE_OUT_OF_RANGE: true,
  MEMORY_DISTILL_LLM_UNAVAILABLE: true,
  MEMORY_FILE_UNUSABLE: true,
  MEMORY_GLOBAL_UNAVAILABLE: true,
  MEMORY_MESSAGE_TOO_LARGE: true,
  MEMORY_MODEL_UNAVAILABLE: true,
  MEMORY_REPLY_UNUSABLE: true,
  MEMORY_UNACCOUNTED: true,
  MEMORY_RISK_TOO_HIGH: true,
  MEMORY_RESTORE_CONFLICT: true,
  MEMORY_INDEX_UNAVAILABLE: true,
  AI_OFF: true,
  PROJECT_NOT_OPEN: true,
  PROJECT_UNAVAILABLE: true,
  WRITE_DENIED: true,
  DISK_FULL: true,
  FILE_CHANGED: true,
  FILE_ENCODING: true,
  FILE_NOT_UTF8: true,
  FILE_TOO_LARGE: true,
  NAME_TAKEN: true,
  NAME_UNUSABLE: true,
  WORKFLOW_UNUSABLE: true,
  OUTSIDE_PROJECT: true,
  IO: true,
  FONT_MISSING: true,
  UNPRINTABLE: true,
  DICTIONARY_UNUSABLE: true,
  STYLE_UNAVAILABLE: true,
  UNEXPECTED: true,
}

/**
 * Returns one shape for anything that was thrown.
 *
 * Commands reject with a `Fault`; Tauri itself rejects with a plain string (an unknown command, a
 * refused permission); code of the window throws an `Error`.
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
    Object.hasOwn(CODES, reason.code) &&
    typeof reason.message === 'string' &&
    typeof reason.details === 'object' &&
    reason.details !== null
  )
}
