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

/** Errors whose message may quote personal data: only their name and code are logged. */
const quotingErrors = new Set([
  'MongoServerError',
  'MongoBulkWriteError',
  'ValidationError',
  'CastError',
  'StrictModeError',
  'ReplyError',
])

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const { name, message, stack = '', cause } = error
  const code = 'code' in error ? error.code : undefined
  return {
    name,
    code,
    message: quotingErrors.has(name) ? undefined : message,
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
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  })
}

export type Log = ReturnType<typeof createLog>
