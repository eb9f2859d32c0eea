import { seconds } from '@app/contracts/durations'
import { Redis } from 'ioredis'
import type { FaultProxy } from '../support/fault-proxy'
import type { Product } from '../support/product'
import type { Replica } from '../support/replica'
import type { Fault } from './history'
import type { keepProcess } from './kept-process'
import type { Rig, ServerProcess } from './rig'
import type { Seeded } from './seeded-random'

/** Injects one fault; resolves when it is over. */
export type Harm = { target: string; kind: string; do(ms: number): Promise<void> }

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function suspend(pid: number | undefined, ms: number) {
  if (!pid) return
  process.kill(pid, 'SIGSTOP')
  await pause(ms)
  try {
    process.kill(pid, 'SIGCONT')
  } catch {
    // The process was killed meanwhile.
  }
}

type Kept = Awaited<ReturnType<typeof keepProcess<Replica>>>

/** Processes that are killed, twice as often as they hang. */
export const harmsOfProcesses = (processes: Record<string, Kept>) =>
  Object.entries(processes).flatMap(([target, kept]): Harm[] => [
    { target, kind: 'kill -9', do: (ms) => kept.restart('SIGKILL', ms / 4) },
    { target, kind: 'kill -9', do: (ms) => kept.restart('SIGKILL', ms / 4) },
    { target, kind: 'suspend', do: (ms) => suspend(kept.replica.pid, ms) },
  ])

/** Connections that end, stand still or are slow. */
export const harmsOfLinks = (links: Record<string, FaultProxy>) =>
  Object.entries(links).flatMap(([target, link]): Harm[] => {
    const during = (act: () => void) => async (ms: number) => {
      act()
      await pause(ms)
      link.heal()
    }
    return [
      { target, kind: 'cut', do: during(link.cut) },
      { target, kind: 'reset', do: async () => link.reset() },
      { target, kind: 'stall', do: during(link.stall) },
      { target, kind: 'slow', do: during(() => link.slow(100)) },
    ]
  })

/** MongoDB and Redis: killed, hanging, emptied. */
export function harmsOfServers(stack: Product['stack'], servers: Record<string, ServerProcess>): Harm[] {
  const harms = Object.entries(servers).flatMap(([target, kept]): Harm[] => [
    { target, kind: 'kill -9', do: () => kept.restart('SIGKILL') },
    { target, kind: 'suspend', do: (ms) => suspend(stack.pidOf(target), ms) },
  ])
  const flush: Harm = {
    target: 'redis',
    kind: 'FLUSHALL',
    async do() {
      const redis = new Redis(stack.redisUrl, { maxRetriesPerRequest: 0, retryStrategy: () => null, lazyConnect: true })
      redis.on('error', () => {})
      await redis.connect().then(() => redis.flushall())
      redis.disconnect()
    },
  }
  return [...harms, flush]
}

export function harmsOf({ product, smtp, links, processes, servers }: Rig): Harm[] {
  const scripted = (kind: string, move: number | 'drop' | 'silent'): Harm => ({
    target: 'smtp',
    kind,
    async do(ms) {
      smtp.play((step) => (step === 'dot' ? move : undefined))
      await pause(ms)
      smtp.play(() => undefined)
    },
  })
  return [
    ...harmsOfProcesses(processes),
    ...harmsOfServers(product.stack, servers),
    ...harmsOfLinks(links),
    scripted('451 for now', 451),
    scripted('drop after the mail', 'drop'),
    scripted('silent after the mail', 'silent'),
  ]
}

/** Starts one fault every `everyMs`, chosen by the seed, on a target without a current fault. */
export function startNemesis(harms: readonly Harm[], { pick, between }: Seeded, everyMs = seconds(1)) {
  const faults: Fault[] = []
  const hurt = new Map<string, Promise<void>>()

  function strike() {
    const harm = pick(harms)
    const ms = between(300, 2_000)
    if (hurt.has(harm.target)) return
    const fault = { target: harm.target, kind: harm.kind, startedAt: Date.now(), endedAt: Number.POSITIVE_INFINITY }
    faults.push(fault)
    const over = harm
      .do(ms)
      .catch(() => {})
      .then(() => {
        fault.endedAt = Date.now()
        hurt.delete(harm.target)
      })
    hurt.set(harm.target, over)
  }

  const timer = setInterval(strike, everyMs)
  return {
    faults,
    /** The targets with a current fault. */
    pending: () => [...hurt.keys()],
    /** Starts no further faults; resolves when the last one is over. */
    async stop() {
      clearInterval(timer)
      await Promise.all(hurt.values())
    },
  }
}
