import type { Context } from '../context'
import { runStack } from '../stack'
import { AlreadyRunning } from '../state'

/** The exit code of a supervisor that was told to end before everything was ready. */
export const brokenOff = 130

/** The process in the background: holds the stack until it is told to end. `make up` follows it through the state file. */
export async function supervise(context: Context): Promise<number> {
  const ending = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort())
  process.on('SIGHUP', () => {})
  const log = (line: string) => context.write(`${new Date().toISOString()} ${line}`)
  try {
    const stack = await runStack({ ...context, log, signal: ending.signal })
    log('everything is ready')
    await new Promise<void>((resolve) => {
      if (ending.signal.aborted) resolve()
      ending.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    await stack.stop()
    log('everything has ended')
    return 0
  } catch (error) {
    if (error instanceof AlreadyRunning) return 0
    if (ending.signal.aborted) {
      log('the start was broken off')
      return brokenOff
    }
    log(error instanceof Error ? error.message : String(error))
    return 1
  }
}
