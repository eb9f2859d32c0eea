import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStack } from '@app/local-stack'
import { median, percentile } from '../support/percentile'
import { openLoop } from './open-loop'

/**
 * The effect of 2,000 slow connections from as many addresses on other visitors.
 *
 *   bun tests/load/slow-clients.ts
 */

const slow = 2_000
const rounds = 3
const perSecond = 60
const seconds = 10
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Visitors from many addresses who load the page, a script and announcements, and send an inquiry now and then. */
function visitors() {
  let n = 0
  return () => {
    n++
    const from = `X-Forwarded-For: 203.0.${(n >> 8) % 256}.${n % 256}`
    return `GET ${['/', '/assets/small.js', '/api/site'][n % 3]} HTTP/1.1\r\nHost: a\r\n${from}\r\n\r\n`
  }
}

async function measure(port: number) {
  const asked = await openLoop(port, visitors(), { perSecond, seconds })
  const failed = asked.filter(({ status }) => status !== 200).length
  const times = asked.map(({ took }) => took)
  return { median: median(times), p99: percentile(times, 0.99), failed }
}

/** Resolves once all are open. */
async function startSlow(port: number) {
  const args = [join(import.meta.dirname, 'slow-sockets.ts'), String(port), String(slow), '/assets/large.js']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let [open, opened] = [0, 0]
  child.stdout.on('data', (text) => {
    ;[open, opened] = String(text).trim().split('\n').at(-1)!.split(' ').map(Number) as [number, number]
  })
  for (let tries = 0; open < slow * 0.95; tries++) {
    if (tries === 200) throw new Error(`only ${open} slow connections could be opened`)
    await Bun.sleep(100)
  }
  return { counts: () => ({ open, opened }), stop: () => child.kill() }
}

const folder = mkdtempSync(join(tmpdir(), 'archery-slow-'))
const pages = join(folder, 'pages')
mkdirSync(join(pages, 'assets'), { recursive: true })
for (const page of ['index.html', 'app.html']) writeFileSync(join(pages, page), `<!doctype html>${'x'.repeat(50_000)}`)
writeFileSync(join(pages, 'assets', 'small.js'), 'x'.repeat(5_000))
writeFileSync(join(pages, 'assets', 'large.js'), 'x'.repeat(30_000_000))

try {
  const env = { EDGE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' }
  const stack = await startStack({ dataDir: join(folder, 'stack'), webDist: pages, env })
  try {
    const port = stack.ports.nginx!
    await measure(port)
    const all: { base: number; slow: number; baseMedian: number; slowMedian: number; failed: number }[] = []
    for (let round = 1; round <= rounds; round++) {
      const base = await measure(port)
      const attackers = await startSlow(port)
      const under = await measure(port)
      const { open, opened } = attackers.counts()
      attackers.stop()
      all.push({
        base: base.p99,
        slow: under.p99,
        baseMedian: base.median,
        slowMedian: under.median,
        failed: under.failed,
      })
      say(
        `round ${round}: p99 ${base.p99.toFixed(1)} ms alone, ${under.p99.toFixed(1)} ms beside ${open} slow ones (${opened} opened), ${under.failed} failed`,
      )
      await Bun.sleep(2_000)
    }
    const [base, beside] = [median(all.map((each) => each.base)), median(all.map((each) => each.slow))]
    say('')
    say(
      `p99 in ms: alone / beside ${slow} slow connections / ratio   ${base.toFixed(1)} / ${beside.toFixed(1)} / ${(beside / base).toFixed(2)}x`,
    )
    const medians = [median(all.map((each) => each.baseMedian)), median(all.map((each) => each.slowMedian))] as const
    say(`median in ms: alone / beside them                       ${medians[0].toFixed(1)} / ${medians[1].toFixed(1)}`)
    say(
      `failed requests of ${perSecond * seconds * rounds}                               ${all.reduce((sum, each) => sum + each.failed, 0)}`,
    )
  } finally {
    await stack.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
