import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { signalGroup } from '@app/installer/process-identity'

export type Command = { program: string; args: readonly string[]; cwd: string; env: Record<string, string> }

/** A started process. `exited` resolves with how it exited, in words. */
export type Running = { pid: number; exited: Promise<string>; signal(signal: NodeJS.Signals): void }

export type Launch = (command: Command, logFile: string) => Running

/**
 * Starts a process in its own group: a signal reaches everything it starts, Ctrl-C in the terminal does not. It writes
 * directly to its log, so logging continues when the supervisor has ended.
 */
export const launch: Launch = ({ program, args, cwd, env }, logFile) => {
  // The folder may have been deleted while the product runs.
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'a')
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`))
    child.once('exit', (code, signal) => resolve(signal ? `was killed by ${signal}` : `exited with code ${code}`))
  })
  const signal = (name: NodeJS.Signals) => {
    if (child.pid !== undefined) signalGroup(child.pid, name)
  }
  // Children would keep the port: nginx's workers outlive a killed master.
  void exited.then(() => signal('SIGKILL'))
  return { pid: child.pid ?? 0, exited, signal }
}
