import { counter } from '@app/telemetry'
import { pino } from 'pino'

const failedWrites = counter('log_writes_failed_total', 'Failed writes to the log, as on a full disk', {})
let ignoresWriteErrors = false

/** A failed write, as on a full disk, loses log lines, which are counted, but never stops the service. */
function ignoreWriteErrors() {
  if (ignoresWriteErrors) return
  ignoresWriteErrors = true
  process.stdout.on('error', () => failedWrites.add({}))
}

/**
 * Errors whose message is logged. Others may quote personal data, such as the reply of a mail server or a value that the
 * database refused: of them only name, code and stack are kept.
 */
const safeNames = new Set(['AppError', 'TypeError', 'RangeError', 'ReferenceError', 'TimeoutError', 'AbortError'])
const safeCodes = /^(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENOENT|EACCES|ENOSPC|EADDRINUSE)$/

function hasSafeMessage(error: Error): boolean {
  if (safeNames.has(error.name)) return true
  // A plain error is our own, unless a library added its properties.
  const { code, response, command } = error as { code?: unknown; response?: unknown; command?: unknown }
  if (error.name !== 'Error' || response !== undefined || command !== undefined) return false
  return code === undefined || safeCodes.test(String(code))
}

/** The log's description of an error. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const { name, message, stack = '', cause } = error
  const code = 'code' in error ? error.code : undefined
  return {
    name,
    code,
    message: hasSafeMessage(error) ? message : undefined,
    at: stack.split('\n').filter((line) => line.trimStart().startsWith('at ')),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
}

/** One JSON line per event on standard output, in UTC. Never pass it a body, a cookie, a code or an address. */
export function createLog(service: string, level: string) {
  ignoreWriteErrors()
  return pino({
    level,
    base: { service },
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  })
}

export type Log = ReturnType<typeof createLog>
