import { readFile } from 'node:fs/promises'

const watchMs = 50
const pageBytes = 4_096
/** Linux counts the processor time of a process in ticks of a hundredth of a second. */
const tickMs = 10

/** `killed`: by somebody who ended it, as the service itself. `ended`: by a fault of its own. */
export type Cause = 'time' | 'memory' | 'output' | 'killed' | 'ended'

/** The resident memory of a process; 0 where the system does not say it. */
export async function residentBytes(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(statm.split(' ')[1] ?? 0) * pageBytes
}

/** The time that a process has used the processor, in milliseconds; 0 where the system does not say it. */
export async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs
}

/**
 * Starts a program that reads what other people have made: in a process of its own, without the secrets of the service, which ends when
 * it takes too much memory, or more time than `check` allows.
 */
export function startLimited(
  program: string,
  { maxBytes, args = [] }: { maxBytes: number; args?: readonly string[] },
  check: (pid: number) => Promise<Cause | undefined> = async () => undefined,
) {
  const child = Bun.spawn([process.execPath, '--smol', program, ...args], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    // Memory that a picture needed is used again for the next size.
    env: { MALLOC_ARENA_MAX: '1' },
  })
  let cause: Cause | undefined
  const stop = (why: Cause) => {
    cause ??= why
    child.kill('SIGKILL')
  }
  const watch = setInterval(async () => {
    if ((await residentBytes(child.pid)) > maxBytes) stop('memory')
    const exceeded = await check(child.pid)
    if (exceeded) stop(exceeded)
  }, watchMs)

  return {
    child,
    stop,
    /** Why it ended. */
    async cause(): Promise<Cause> {
      await child.exited
      // Linux ends it like that when the memory of the machine is full.
      if (child.signalCode === 'SIGKILL') return cause ?? 'memory'
      if (['SIGTERM', 'SIGINT', 'SIGHUP'].some((signal) => signal === child.signalCode)) return 'killed'
      // A program whose output is not read any more may exit before it is killed.
      return cause ?? 'ended'
    },
    close(): void {
      clearInterval(watch)
      child.kill('SIGKILL')
    },
  }
}
