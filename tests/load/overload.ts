import { createBrowser } from '../support/browser'
import { inquiry } from '../support/inquiry'
import { percentile } from '../support/percentile'
import { adminEmail, type Product, startProduct } from '../support/product'
import { signIn } from '../support/sign-in'
import { type Asked, openLoop } from './open-loop'

/**
 * Throughput and refusal latency at 3x the sustainable rate: the share of the best throughput that remains, and how fast the rest
 * is refused.
 *
 *   bun tests/load/overload.ts
 */

const seconds = 8
const say = (line: string) => void process.stdout.write(`${line}\n`)
const rate = (asked: Asked[], wanted: (status: number) => boolean) =>
  asked.filter(({ status }) => wanted(status)).length / seconds
const good = (status: number) => status === 200
const refused = (status: number) => status === 503 || status === 429

type Crowd = { name: string; request: () => string }

async function crowds(product: Product): Promise<Crowd[]> {
  const staff = createBrowser(product.site)
  await signIn(staff, product, adminEmail)
  const cookie = [...staff.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = `Host: localhost\r\nSec-Fetch-Site: same-origin\r\n`
  const post = () => {
    const body = JSON.stringify(inquiry())
    const type = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`
    return `POST /api/forms/submit HTTP/1.1\r\n${head}${type}\r\n\r\n${body}`
  }
  const get = (path: string) => () => `GET ${path} HTTP/1.1\r\n${head}Cookie: ${cookie}\r\n\r\n`
  return [
    { name: 'list of 20', request: get('/api/tables/service_cards?limit=20') },
    { name: 'inquiry', request: post },
  ]
}

/** The highest rate that is answered in time: raised until throughput stops growing. */
async function peakOf(port: number, request: () => string): Promise<number> {
  let best = 0
  for (let perSecond = 50; ; perSecond = Math.ceil(perSecond * 1.4)) {
    const asked = await openLoop(port, request, { perSecond, seconds: 4, timeoutMs: 3_000 })
    const succeeded = asked.filter(({ status }) => good(status)).length / 4
    say(`  asked ${perSecond}/s, answered ${succeeded.toFixed(0)}/s`)
    if (succeeded < best * 1.05 || succeeded < perSecond * 0.7) return Math.max(best, succeeded)
    best = succeeded
  }
}

const lifted = { IP_LIMIT_FACTOR: '100000', INQUIRIES_PER_HOUR: '100000000', LOG_LEVEL: 'info' }
const product = await startProduct(lifted, { pages: false })
try {
  const port = product.stack.ports.nginx!
  const kinds = await crowds(product)
  await product.stack.stopProcess('email-worker')
  const lines: string[] = []
  for (const { name, request } of kinds) {
    say(`${name} ...`)
    await openLoop(port, request, { perSecond: 40, seconds: 3 })
    const peak = await peakOf(port, request)
    const asked = await openLoop(port, request, { perSecond: Math.round(peak * 3), seconds })
    const goodput = rate(asked, good)
    const times = (wanted: (status: number) => boolean, kind: 'ms' | 'took') =>
      asked.filter(({ status }) => wanted(status)).map((each) => each[kind])
    const other = asked.filter(({ status }) => !good(status) && !refused(status)).length
    lines.push(
      [
        name.padEnd(12),
        `peak ${peak.toFixed(0)}/s`,
        `asked ${(asked.length / seconds).toFixed(0)}/s`,
        `goodput ${goodput.toFixed(0)}/s = ${(goodput / peak).toFixed(2)}x`,
        `refused ${rate(asked, refused).toFixed(0)}/s`,
        `refused within p50 ${percentile(times(refused, 'took'), 0.5).toFixed(0)}, p99 ${percentile(times(refused, 'took'), 0.99).toFixed(0)} ms`,
        `answered within p50 ${percentile(times(good, 'took'), 0.5).toFixed(0)}, p99 ${percentile(times(good, 'took'), 0.99).toFixed(0)} ms`,
        `other ${other}`,
      ].join('   '),
    )
    say(lines.at(-1)!)
  }
  say('')
  for (const line of lines) say(line)
} finally {
  await product.stop()
}
process.exit(0)
