import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMachine } from '@app/installer/machine'
import { ensurePrograms, type SystemProgram } from '@app/installer/system-packages'
import type { Stack } from '@app/local-stack'
import { nginxProgram } from '@app/local-stack/nginx'
import { redisProgram } from '@app/local-stack/redis'
import { busyLine, describeBench, overLimit, type Results } from './bench-report'
import { compare } from './compare'
import { seedInquiries } from './seed'
import { signIn } from './sign-in'
import { startProduct } from './start-product'
import { warmStart } from './warm-start'
import type { Target } from './wrk'

const admin = 'bench@archery.example'
const here = import.meta.dirname
const wrk: SystemProgram = { program: 'wrk', apt: 'wrk', brew: 'wrk' }
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

async function measure(stack: Stack): Promise<Results> {
  await seedInquiries(stack.mongoUri, 1_000)
  const cookie = await signIn(stack.urls, admin)
  // Mails and search words of the new inquiries wait: the subject is the request.
  await stack.stopProcess('email-worker')
  const bare = await startBare(stack.mongoUri)
  try {
    const table: Target = {
      url: `${stack.urls.site}/api/tables/contact_submissions`,
      pid: pidOf(stack, 'admin-tables'),
      headers: { cookie },
      script: join(here, 'list.lua'),
    }
    say('Listing 50 of 1,000 records, each time another page, order and filter ...')
    const list = await compare(table, { ...bare, url: `${bare.url}/list`, script: table.script! })

    // Events stay where the inquiry put them.
    await stack.stopProcess('admin-tables')
    const script = join(here, 'inquiry.lua')
    const form: Target = { url: `${stack.urls.site}/api/forms/submit`, pid: pidOf(stack, 'forms'), script }
    say('Sending inquiries ...')
    const inquiry = await compare(form, { ...bare, url: `${bare.url}/insert`, script })
    return { list, inquiry }
  } finally {
    bare.stop()
  }
}

const busy = busyLine()
if (busy) say(busy)
await ensurePrograms([wrk, redisProgram, nginxProgram], createMachine(process.env), say)
say('Starting the product ...')
const stack = await startProduct(
  { ADMIN_EMAILS: admin, IP_LIMIT_FACTOR: '100000', INQUIRIES_PER_HOUR: '100000000' },
  say,
)
const port = stack.ports.nginx!
const results = await measure(stack).finally(stack.stop)
for (const line of ['', ...describeBench(results), ...(busy ? [busy] : [])]) say(line)
if (process.env.OUT) writeFileSync(process.env.OUT, `${JSON.stringify({ date: new Date(), ...results }, null, 2)}\n`)
const limits = { list: process.env.MAX_CPU_LIST, inquiry: process.env.MAX_CPU_INQUIRY }
const tooSlow = overLimit(results, limits)
for (const line of tooSlow) say(line)
if (!process.env.BENCH_ROUNDS) say(`warm make up, seconds ${warmStart(port).toFixed(1)}`)
process.exit(tooSlow.length === 0 ? 0 : 1)
