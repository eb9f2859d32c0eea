import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '@app/installer/message-of'
import { portNames } from '@app/local-stack/process-list'
import { runStack } from '@app/local-stack/stack'
import { AlreadyRunning, readState } from '@app/local-stack/state'
import type { Context } from '../context'
import { followFiles } from '../follow-files'
import { summary } from '../summary'
import { confirmLocal, withInstallation } from './installation'
import { takeRequests } from './pause-services'

/** Runs the product in the foreground; pages reload and services restart when their code changes. Ctrl-C stops it. */
export async function dev(context: Context): Promise<number> {
  const { layout, write } = context
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
  const folder = layout.folder('logs')
  const names = () => portNames.map((name) => `${name}.log`).filter((name) => existsSync(join(folder, name)))
  const following = followFiles(folder, names, write, ending.signal, 0)
  try {
    const log = (line: string) => write(`  ${line}`)
    const stack = await runStack({ ...withInstallation(context), watch: true, log, signal: ending.signal })
    confirmLocal(context)
    takeRequests(stack, log)
    const state = readState(layout)
    if (state) write(summary(state))
    await following
    write('\nStopping ...')
    await stack.stop()
    return 0
  } catch (error) {
    if (ending.signal.aborted) return 130
    if (error instanceof AlreadyRunning) write('It is already running in the background. Stop it first: make down')
    else write(`\n${messageOf(error)}`)
    return 1
  }
}
