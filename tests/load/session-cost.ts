import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Stack } from '@app/local-stack'
import { median, percentile } from '../support/percentile'
import { load } from './wrk'

type Kind = 'fixed' | 'list'
/** Milliseconds the session check adds, and the remaining throughput. */
export type SessionCost = { kind: Kind; addedMedian: number; addedP99: number; throughput: number }

const rounds = 5
const samples = 500

async function startGuarded({ env, mongoUri }: Pick<Stack, 'env' | 'mongoUri'>) {
  const args = [join(import.meta.dirname, 'guarded-server.ts'), mongoUri, env.SESSION_PUBLIC_KEYS!, env.PUBLIC_ORIGIN!]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(String(line).trim()))
    child.once('exit', () => reject(new Error('The guarded server did not start')))
  })
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => child.kill() }
}

async function timeOf(url: string, cookie: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(url, { headers: { cookie } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - startedAt
}

/** Alternates between both kinds, so other load on the machine affects both. */
async function latencies(urls: { open: string; mine: string }, cookie: string) {
  const [open, mine]: [number[], number[]] = [[], []]
  for (let n = 0; n < samples; n++) {
    open.push(await timeOf(urls.open, cookie))
    mine.push(await timeOf(urls.mine, cookie))
  }
  return { median: percentile(mine, 0.5) - percentile(open, 0.5), p99: percentile(mine, 0.99) - percentile(open, 0.99) }
}

/**
 * The cost of the session check, measured on the same route with and without it and with the same cookie. `fixed`
 * does nothing else; `list` does the work of a page of the dashboard.
 */
export async function sessionCost(stack: Pick<Stack, 'env' | 'mongoUri'>, cookie: string): Promise<SessionCost[]> {
  const server = await startGuarded(stack)
  try {
    const costs: SessionCost[] = []
    for (const kind of ['fixed', 'list'] as const) {
      const urls = { open: `${server.url}/api/open/${kind}`, mine: `${server.url}/api/mine/${kind}` }
      const round = { seconds: 3, connections: 8 }
      const headers = { cookie }
      const added: Awaited<ReturnType<typeof latencies>>[] = []
      const ratios: number[] = []
      for (let i = 0; i < rounds; i++) {
        added.push(await latencies(urls, cookie))
        const open = await load({ url: urls.open, pid: server.pid, headers }, round)
        const mine = await load({ url: urls.mine, pid: server.pid, headers }, round)
        ratios.push(mine.perSecond / open.perSecond)
      }
      costs.push({
        kind,
        addedMedian: median(added.map((round) => round.median)),
        addedP99: median(added.map((round) => round.p99)),
        throughput: median(ratios),
      })
    }
    return costs
  } finally {
    server.stop()
  }
}
