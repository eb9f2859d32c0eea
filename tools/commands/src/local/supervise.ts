import { messageOf } from '@app/installer/message-of'
import { runStack } from '@app/local-stack/stack'
import { AlreadyRunning } from '@app/local-stack/state'
import type { Context } from '../context'
import { confirmLocal, withInstallation } from './installation'
import { takeRequests } from './pause-services'

/** Exit code of a supervisor that was stopped before everything was ready. */
export const exitAborted = 130

/** The background process: runs the stack until SIGTERM. `make up` follows it through the state file. */
export async function supervise(context: Context): Promise<number> {
  const ending = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort())
  process.on('SIGHUP', () => {})
  const log = (line: string) => context.write(`${new Date().toISOString()} ${line}`)
  try {
    const stack = await runStack({ ...withInstallation(context), log, signal: ending.signal })
    confirmLocal(context)
    log('everything is ready')
    takeRequests(stack, log)
    await new Promise<void>((resolve) => {
      if (ending.signal.aborted) resolve()
      ending.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    await stack.stop()
    log('everything has stopped')
    return 0
  } catch (error) {
    if (error instanceof AlreadyRunning) return 0
    if (ending.signal.aborted) {
      log('the start was canceled')
      return exitAborted
    }
    log(messageOf(error))
    return 1
  }
}
