import { counter } from '@app/telemetry'
import { pino } from 'pino'

const failedWrites = counter('log_writes_failed_total', 'Writes to the log that failed, as on a full disk', {})
let outlives = false

/** A log that cannot be written costs its lines, which are counted, and never the service. */
function outliveFullDisk() {
  if (outlives) return
  outlives = true
  process.stdout.on('error', () => failedWrites.add({}))
}

/** Errors whose message may quote what a person wrote: only their name and code are kept. */
const quoting = new Set([
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
    message: quoting.has(name) ? undefined : message,
    at: stack.split('\n').filter((line) => line.trimStart().startsWith('at ')),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
}

/** One JSON line an event on standard output, in UTC. Never pass it a body, a cookie, a code or an address. */
export function createLog(service: string, level: string) {
  outliveFullDisk()
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
