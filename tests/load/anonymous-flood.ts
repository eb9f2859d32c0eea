import { spawn } from 'node:child_process'
import { minutes, seconds } from '@app/contracts/durations'
import { cleanUpOnSignal } from '@app/local-stack/clean-up-on-signal'
import { startProduct } from '../support/product'
import { capMemory } from './memory-cap'
import { exchange, plainClient, visits } from './plain-client'

/**
 * Floods a product of its own with anonymous uploads from one address, while a visitor at another reads. Each service may use as
 * much memory as its container may. Prints the visitor's times before and during the flood, the answers of the flood, the most
 * memory of each service, and how many the kernel killed. Needs root.
 *
 *   bun tests/load/anonymous-flood.ts [minutes]
 */

const connections = 40
const upload = Buffer.alloc(5_000_000, 'x')
const parts = ['auth', 'forms', 'admin-tables', 'nginx']
/** As in docker-compose.yml. */
const capBytes = 256 * 1024 * 1024
const say = (line: string) => process.stdout.write(`${line}\n`)

async function visit(site: string, forMs: number): Promise<string> {
  const { p50, p99, failed, count } = await visits(plainClient(site, '127.0.0.2'), '/api/site', forMs)
  return `p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  failed ${failed} of ${count}`
}

/** In a process of its own, so that the flood's work is not counted as the product's. */
async function visitApart(site: string, forMs: number): Promise<string> {
  const child = spawn(process.execPath, [import.meta.filename, 'visit', site, String(forMs)], { stdio: 'pipe' })
  let said = ''
  for await (const text of child.stdout) said += text
  return said.trim()
}

async function flood(site: string, end: number, first: number, answers: Map<number, number>) {
  const from = plainClient(site, '127.0.0.1')
  const paths = ['/api/upload/image', '/api/upload/file', '/api/tables/lessons/imports']
  for (let turn = first; Date.now() < end; turn++) {
    const sent = { method: 'POST', body: upload, type: 'multipart/form-data; boundary=x' }
    const { status } = await exchange(from, paths[turn % paths.length]!, sent)
    answers.set(status, (answers.get(status) ?? 0) + 1)
  }
}

async function measure(forMs: number): Promise<void> {
  const caps: ReturnType<typeof capMemory>[] = []
  const removeCaps = () => {
    for (const cap of caps.splice(0)) cap.remove()
  }
  // Added before the product, so that its processes have left them.
  cleanUpOnSignal(removeCaps)
  const product = await startProduct({ IP_LIMIT_FACTOR: '1', EDGE_LIMIT_FACTOR: '1' }, { pages: false })
  const { site, stack } = product
  const pids = parts.map((name) => stack.pidOf(name)!)
  try {
    parts.forEach((name, at) => {
      caps.push(capMemory(name, pids[at]!, capBytes))
    })
    say(`visitor before  ${await visitApart(site, seconds(20))}`)
    const answers = new Map<number, number>()
    const end = Date.now() + forMs
    const flooding = Array.from({ length: connections }, (_, at) => flood(site, end, at, answers))
    say(`visitor during  ${await visitApart(site, forMs)}`)
    await Promise.all(flooding)
    say(`flood           ${[...answers].map(([status, count]) => `${status || 'closed'}: ${count}`).join(', ')}`)
    parts.forEach((name, at) => {
      const restarted = stack.pidOf(name) === pids[at] ? '' : ', restarted'
      const most = (caps[at]!.most() / 1024 / 1024).toFixed(0)
      say(`${name.padEnd(15)} ${most} of 256 MB at most, ${caps[at]!.kills()} kills${restarted}`)
    })
  } finally {
    await product.stop()
    removeCaps()
  }
}

const [what, site = '', forMs = ''] = process.argv.slice(2)
if (what === 'visit') say(await visit(site, Number(forMs)))
else await measure(minutes(Number(what ?? 10)))
process.exit(0)
