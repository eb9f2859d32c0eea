import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { resolve } from 'node:path'
import { minutes } from '@app/contracts/durations'

const root = resolve(import.meta.dirname, '../..')

export const say = (line: string) => process.stdout.write(`${line}\n`)

export type Options = {
  env?: Record<string, string>
  cwd?: string
  limitMs: number
  /** From the request to stop to the kill. */
  graceMs?: number
  /** What the command is doing, said where it prints when it exceeds its limit. */
  activity?: () => string | undefined
  /** A file for what it prints; otherwise it prints here. */
  log?: string
  /** How much less of a busy processor it gets than this process, as of `nice`. */
  niceness?: number
}

const plain = { NO_COLOR: '1', FORCE_COLOR: undefined }

/** Every process with its parent. */
function parents(): [pid: number, parent: number][] {
  if (process.platform !== 'linux') {
    const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    return table.split('\n').map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  }
  return readdirSync('/proc').flatMap((name): [number, number][] => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // The program's name is in parentheses and may contain blanks: the state and the parent follow the last one.
      return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]]
    } catch {
      // It has ended.
      return []
    }
  })
}

/** The processes that these started, directly and indirectly, each once. */
export function descendantsOf(...pids: readonly number[]): number[] {
  const children = new Map<number, number[]>()
  for (const [child, parent] of parents()) children.set(parent, [...(children.get(parent) ?? []), child])
  const found = new Set<number>()
  const add = (parent: number): void => {
    for (const child of children.get(parent) ?? [])
      if (!found.has(child)) {
        found.add(child)
        add(child)
      }
  }
  pids.forEach(add)
  return [...found]
}

export function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has exited.
  }
}

/** Runs a Bun command and resolves with its exit code. At its limit it is stopped, which is a failure. */
export function run(
  args: readonly string[],
  { env = {}, cwd = root, limitMs, graceMs = minutes(1), activity, log, niceness }: Options,
): Promise<number> {
  const output = log === undefined ? 'inherit' : openSync(log, 'a')
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['inherit', output, output],
    env: { ...process.env, ...(log ? plain : {}), ...env },
  })
  if (typeof output === 'number') closeSync(output)
  if (niceness) setPriority(child.pid!, Math.min(19, getPriority() + niceness))
  let late = false
  let all: number[] = []
  const stop = setTimeout(() => {
    late = true
    const line = `Not finished within ${Math.round(limitMs / minutes(1))} minutes; waiting for: ${activity?.() ?? 'its end'}`
    if (log === undefined) say(line)
    else appendFileSync(log, `\n${line}\n`)
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
