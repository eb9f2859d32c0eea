import { identify, isAlive, type ProcessId } from '@app/installer/process-identity'
import { descendantsOf, kill } from './command'

/**
 * Ends what a process has started, also through others that have ended, when that process is gone. Its standard input is a pipe
 * that closes then, however the process ends.
 *
 *   bun tests/runner/end-descendants.ts PID
 */

const pid = Number(process.argv[2])
/** What was started later by a process that was then killed itself may be missed. */
const lookMs = 500
const graceMs = 5_000
const known = new Map<number, ProcessId>()

/** Those that run still; a number may be that of another process later. */
function alive(): ProcessId[] {
  for (const [pid, each] of known) if (!isAlive(each)) known.delete(pid)
  return [...known.values()]
}

/** What has started since the last look. A child of one that has ended is found by its parent of then. */
function look(): void {
  for (const found of descendantsOf(pid, ...alive().map((each) => each.pid)))
    if (found !== process.pid && !known.has(found)) known.set(found, identify(found))
}

async function end(): Promise<never> {
  look()
  for (const { pid } of alive()) kill(pid, 'SIGTERM')
  for (const late = Date.now() + graceMs; alive().length > 0 && Date.now() < late; ) await Bun.sleep(100)
  for (const { pid } of alive()) kill(pid, 'SIGKILL')
  process.exit()
}

look()
process.stdout.write('watching\n')
setInterval(look, lookMs)
process.stdin.on('end', () => void end()).resume()
