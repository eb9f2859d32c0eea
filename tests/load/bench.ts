import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Stack, startStack } from '@app/local-stack'
import { type Comparison, compare } from './compare'
import { seedInquiries } from './seed'
import { signIn } from './sign-in'
import { warmStart } from './warm-start'
import type { Target } from './wrk'

const admin = 'bench@archery.example'
const here = import.meta.dirname
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** The bare limit, in a process of its own. */
async function startBare(mongoUri: string) {
  const child = spawn(process.execPath, [join(here, 'bare-server.ts'), mongoUri], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(String(line).trim()))
    child.once('exit', () => reject(new Error('The bare server did not start')))
  })
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => child.kill() }
}

function pidOf(stack: Stack, part: string): number {
  const pid = stack.pidOf(part)
  if (!pid) throw new Error(`${part} is not running`)
  return pid
}

async function measure(stack: Stack): Promise<{ list: Comparison; inquiry: Comparison }> {
  await seedInquiries(stack.mongoUri, 1_000)
  const cookie = await signIn(stack.urls, admin)
  const bare = await startBare(stack.mongoUri)
  try {
    const table: Target = {
      url: `${stack.urls.site}/api/tables/contact_submissions`,
      pid: pidOf(stack, 'admin-tables'),
      headers: { cookie },
    }
    say('Listing 50 of 1,000 records ...')
    const list = await compare(table, { ...bare, url: `${bare.url}/list` })

    // Mails stay in the queue: the subject is the latency of the visitor's request.
    await stack.stopProcess('email-worker')
    const script = join(here, 'inquiry.lua')
    const form: Target = { url: `${stack.urls.site}/api/forms/submit`, pid: pidOf(stack, 'forms'), script }
    say('Sending inquiries ...')
    const inquiry = await compare(form, { ...bare, url: `${bare.url}/insert`, script })
    return { list, inquiry }
  } finally {
    bare.stop()
  }
}

const row = (...cells: (string | number)[]) =>
  `${String(cells[0]).padEnd(40)}${cells
    .slice(1)
    .map((cell) => String(cell).padStart(11))
    .join('')}`

function rowsOf(name: string, { connections, product, bare, throughput, cpu }: Comparison): string[] {
  return [
    row(
      `${name}, requests/s at ${connections}`,
      product.perSecond.toFixed(0),
      bare.perSecond.toFixed(0),
      `${throughput.toFixed(2)}x`,
    ),
    row(`${name}, ms CPU a request`, product.cpuMs.toFixed(2), bare.cpuMs.toFixed(2), `${cpu.toFixed(2)}x`),
  ]
}

const folder = mkdtempSync(join(tmpdir(), 'archery-bench-'))
try {
  // Pages are not measured, so none are built.
  for (const page of ['index.html', 'app.html']) writeFileSync(join(folder, page), '<!doctype html>')
  say('Starting the product ...')
  const stack = await startStack({
    dataDir: join(folder, 'stack'),
    webDist: folder,
    env: { ADMIN_EMAILS: admin, IP_LIMIT_FACTOR: '100000', INQUIRIES_PER_HOUR: '100000000' },
    log: say,
  })
  const port = stack.ports.nginx!
  const { list, inquiry } = await measure(stack).finally(stack.stop)
  say('')
  say(row('', 'product', 'bare', 'ratio'))
  for (const line of [...rowsOf('list of 50 of 1,000', list), ...rowsOf('inquiry', inquiry)]) say(line)
  say(row('warm make up, seconds', warmStart(join(folder, 'up'), port).toFixed(1)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
