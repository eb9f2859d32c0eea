import { statSync } from 'node:fs'
import type { Context } from '../context'
import { followFiles } from '../follow-files'
import { runStack } from '../stack'
import { AlreadyRunning, readState } from '../state'
import { summary } from '../summary'

/** The product in the foreground: pages reload and services restart when their code changes. Ctrl-C ends it all. */
export async function dev(context: Context): Promise<number> {
  const { layout, write } = context
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
  try {
    const stack = await runStack({ ...context, watch: true, log: (line) => write(`  ${line}`), signal: ending.signal })
    const state = readState(layout)
    if (state) write(summary(state))
    const names = Object.keys(stack.ports).map((part) => `${part}.log`)
    const existing = () =>
      names.filter((name) => statSync(`${layout.folder('logs')}/${name}`, { throwIfNoEntry: false }))
    await followFiles(layout.folder('logs'), existing, write, ending.signal)
    write('\nEnding everything ...')
    await stack.stop()
    return 0
  } catch (error) {
    if (ending.signal.aborted) return 130
    if (error instanceof AlreadyRunning) write('It is running in the background already. End that first: make down')
    else write(`\n${error instanceof Error ? error.message : error}`)
    return 1
  }
}
