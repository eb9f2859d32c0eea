import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@app/installer/checkout'
import { type Layout, rotateLog } from '@app/local-stack/layout'
import { createLogTail } from '@app/local-stack/log-tail'
import { forgetState, readLiveState, readState, type StackState, stopOrphans } from '@app/local-stack/state'
import type { Context } from '../context'
import { summary } from '../summary'
import { down } from './down'
import { withInstallation } from './installation'
import { exitAborted } from './supervise'

/** Starts the product in the background, prints its progress, and returns when everything is ready. */
export async function up(context: Context): Promise<number> {
  const { layout, write } = context
  const running = readLiveState(layout)
  if (running?.phase === 'ready') return printRunning(context, running)
  if (running?.phase === 'stopping') await down(context)

  if (!running) withInstallation(context)
  let interrupted = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      interrupted = true
    })
  const printNewLines = progressPrinter(write)
  const logFile = layout.logFile('supervisor')
  rotateLog(logFile)
  const tail = createLogTail([logFile])
  if (running?.phase === 'starting') write('Another `make up` is already starting it; following that one.')
  const supervisor = running ? undefined : startSupervisor(logFile)

  for (;;) {
    await Bun.sleep(50)
    if (interrupted) {
      write('\nStopping ...')
      await stop(context, supervisor)
      return 130
    }
    const supervisorExited = hasExited(supervisor)
    const live = readLiveState(layout)
    // A supervisor that has just failed leaves its reason in the state file; ignore the file of an earlier one.
    const state = live ?? ownState(layout, supervisor)
    printNewLines(state)
    if (state?.phase === 'failed') {
      write(`\n${state.failure ?? 'The start failed.'}`)
      if (supervisor) await exited(supervisor)
      forgetState(layout)
      return 1
    }
    if (live?.phase === 'ready') {
      write(summary(live))
      return 0
    }
    if (!live && supervisorExited) {
      if (!supervisor || supervisor.exitCode === exitAborted) {
        write('\nThe start was canceled by another command.')
        return 1
      }
      write(`\nThe supervisor exited unexpectedly. Last lines of ${logFile}:\n${tail(logFile)}`)
      await stopOrphans(layout)
      return 1
    }
  }
}

function ownState(layout: Layout, supervisor: ChildProcess | undefined): StackState | undefined {
  const state = readState(layout)
  return state?.supervisor.pid === supervisor?.pid ? state : undefined
}

function printRunning({ port, write }: Context, state: StackState): number {
  write('It is already running.')
  if (!state.urls.site.endsWith(`:${port}`)) write(`To use port ${port}, stop it first: make down`)
  write(summary(state))
  return 0
}

/** Runs in its own session: neither Ctrl-C nor closing the terminal reaches it. */
function startSupervisor(logFile: string): ChildProcess {
  const log = openSync(logFile, 'a')
  const cli = join(import.meta.dirname, '..', 'cli.ts')
  const child = spawn(process.execPath, [cli, 'supervise'], { cwd: root, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  child.unref()
  return child
}

const hasExited = (child: ChildProcess | undefined) => !child || child.exitCode !== null || child.signalCode !== null
const exited = (child: ChildProcess) =>
  hasExited(child) ? undefined : new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** The supervisor may not have written its state yet, so it is signalled directly. */
async function stop(context: Context, supervisor: ChildProcess | undefined) {
  if (!supervisor) return down(context)
  supervisor.kill('SIGTERM')
  await exited(supervisor)
  await stopOrphans(context.layout)
}

/** Prints each progress line once. */
function progressPrinter(write: (line: string) => void) {
  let shown = 0
  return (state: StackState | undefined) => {
    for (const line of state?.lines.slice(shown) ?? []) {
      write(`  ${line}`)
      shown++
    }
  }
}
