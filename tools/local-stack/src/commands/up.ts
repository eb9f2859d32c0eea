import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../context'
import { type Layout, root, rotateLog } from '../layout'
import { createLogTail } from '../log-tail'
import { endOrphans, forgetState, readLiveState, readState, type StackState } from '../state'
import { summary } from '../summary'
import { down } from './down'
import { brokenOff } from './supervise'

/** Starts the product in the background, tells how that goes, and returns when everything is ready. */
export async function up(context: Context): Promise<number> {
  const { layout, write } = context
  const running = readLiveState(layout)
  if (running?.phase === 'ready') return sayRunning(context, running)
  if (running?.phase === 'stopping') await down(context)

  let interrupted = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      interrupted = true
    })
  const follow = follower(write)
  const logFile = layout.logFile('supervisor')
  rotateLog(logFile)
  const tail = createLogTail([logFile])
  if (running?.phase === 'starting') write('Another `make up` is starting it already; following that one.')
  const supervisor = running ? undefined : startSupervisor(logFile)

  for (;;) {
    await Bun.sleep(50)
    if (interrupted) {
      write('\nEnding what was started ...')
      await end(context, supervisor)
      return 130
    }
    const gone = hasEnded(supervisor)
    const live = readLiveState(layout)
    // A supervisor that has just failed has left its reason in the file; what an older one left there is no news.
    const state = live ?? ownState(layout, supervisor)
    follow(state)
    if (state?.phase === 'failed') {
      write(`\n${state.failure ?? 'The start failed.'}`)
      if (supervisor) await ended(supervisor)
      forgetState(layout)
      return 1
    }
    if (live?.phase === 'ready') {
      write(summary(live))
      return 0
    }
    if (!live && gone) {
      if (!supervisor || supervisor.exitCode === brokenOff) {
        write('\nThe start was broken off by another command.')
        return 1
      }
      write(`\nThe supervisor ended unexpectedly. The end of ${logFile}:\n${tail(logFile)}`)
      await endOrphans(layout)
      return 1
    }
  }
}

function ownState(layout: Layout, supervisor: ChildProcess | undefined): StackState | undefined {
  const state = readState(layout)
  return state?.supervisor.pid === supervisor?.pid ? state : undefined
}

function sayRunning({ port, write }: Context, state: StackState): number {
  write('It is running already.')
  if (!state.urls.site.endsWith(`:${port}`)) write(`To have it on port ${port}, end it first: make down`)
  write(summary(state))
  return 0
}

/** In a session of its own: neither Ctrl-C nor the end of the terminal reaches it. */
function startSupervisor(logFile: string): ChildProcess {
  const log = openSync(logFile, 'a')
  const cli = join(import.meta.dirname, '..', 'cli.ts')
  const child = spawn(process.execPath, [cli, 'supervise'], { cwd: root, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  child.unref()
  return child
}

const hasEnded = (child: ChildProcess | undefined) => !child || child.exitCode !== null || child.signalCode !== null
const ended = (child: ChildProcess) =>
  hasEnded(child) ? undefined : new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** It may not have written its state yet, so it is told directly. */
async function end(context: Context, supervisor: ChildProcess | undefined) {
  if (!supervisor) return down(context)
  supervisor.kill('SIGTERM')
  await ended(supervisor)
  await endOrphans(context.layout)
}

/** Writes each line of the start once. */
function follower(write: (line: string) => void) {
  let shown = 0
  return (state: StackState | undefined) => {
    for (const line of state?.lines.slice(shown) ?? []) {
      write(`  ${line}`)
      shown++
    }
  }
}
