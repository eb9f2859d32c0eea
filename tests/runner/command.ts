import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { minutes } from '@app/contracts/durations'

const root = resolve(import.meta.dirname, '../..')

export const say = (line: string) => process.stdout.write(`${line}\n`)

export type Options = {
  env?: Record<string, string>
  cwd?: string
  limitMs: number
  /** From the request to stop to the kill. */
  graceMs?: number
  /** What the command is doing, printed when it exceeds its limit. */
  activity?: () => string | undefined
  /** An open file for what it prints; otherwise it prints here. */
  output?: number
  /** How much less of a busy processor it gets than this process, as of `nice`. */
  niceness?: number
}

/** The processes that a process started, directly and indirectly. */
function descendantsOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  const childrenOf = (parent: number): number[] =>
    pairs.filter(([, of]) => of === parent).flatMap(([child]) => [child, ...childrenOf(child)])
  return childrenOf(pid)
}

function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has exited.
  }
}

/** Runs a Bun command and resolves with its exit code. At its limit it is stopped, which is a failure. */
export function run(
  args: readonly string[],
  { env = {}, cwd = root, limitMs, graceMs = minutes(1), activity, output, niceness }: Options,
): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['inherit', output ?? 'inherit', output ?? 'inherit'],
    env: { ...process.env, ...env },
  })
  if (niceness) setPriority(child.pid!, Math.min(19, getPriority() + niceness))
  let late = false
  let all: number[] = []
  const stop = setTimeout(() => {
    late = true
    say(`\nNot finished within ${Math.round(limitMs / minutes(1))} minutes; waiting for: ${activity?.() ?? 'its end'}`)
    all = [child.pid!, ...descendantsOf(child.pid!)]
    kill(child.pid!, 'SIGINT')
    setTimeout(() => {
      kill(child.pid!, 'SIGKILL')
    }, graceMs).unref()
  }, limitMs)
  return new Promise((done) =>
    child.once('close', (code) => {
      clearTimeout(stop)
      // Servers that the command started would outlive it.
      if (late) for (const pid of all) kill(pid, 'SIGKILL')
      done(late ? 1 : (code ?? 1))
    }),
  )
}

/** As `run`, but prints what the command printed when it has ended, so that commands beside each other stay readable. */
export async function runThenPrint(args: readonly string[], options: Options): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'command-'))
  const log = join(folder, 'output')
  const output = openSync(log, 'w')
  try {
    return await run(args, { ...options, output })
  } finally {
    closeSync(output)
    const printed = readFileSync(log, 'utf8').trimEnd()
    if (printed) say(printed)
    rmSync(folder, { recursive: true })
  }
}
