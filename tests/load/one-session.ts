import { spawn } from 'node:child_process'
import { loadavg } from 'node:os'
import { minutes, seconds } from '@app/contracts/durations'
import { cleanUpOnSignal } from '@app/local-stack/clean-up-on-signal'
import { createBrowser } from '../support/browser'
import { adminEmail, startProduct } from '../support/product'
import { signIn } from '../support/sign-in'
import { capMemory } from './memory-cap'
import { exchange, formWith, plainClient, visits } from './plain-client'
import { processTime } from './process-time'

/**
 * One session uses what it may at full tilt: imports of 19 MB, checks of them with other columns, exports, pictures of 5 MB, patterns that
 * take long, and batches, all at once, within the limits of production. Each service may use as much memory as its container may. Prints the
 * times of a visitor and of another session before and meanwhile, the answers, the most memory of each service, and how many the kernel
 * killed. Needs root. `MONGODB_URI` names a database of its own.
 *
 *   bun tests/load/one-session.ts [minutes] [import,export,picture,pattern,batch]
 */

const { MONGODB_URI } = process.env
const parts = ['auth', 'forms', 'admin-tables', 'nginx']
/** As in docker-compose.yml. */
const capBytes = 256 * 1024 * 1024
const otherEmail = 'desk@archery.example'
const busyPause = seconds(1)
const records = 3_000
/** Within the 300 reads a minute of a session. */
const visitPause = 250
const say = (line: string) => process.stdout.write(`${line}\n`)

const importRows = 49_000
const note = 'n'.repeat(330)
const importFile = ['Full Name,Date of birth,Level,Notes']
  .concat(Array.from({ length: importRows }, (_, n) => `Student ${n},1990-04-1${n % 10},Beginner,${note} ${n}`))
  .join('\r\n')
/** A picture in form: the longest comments, which are metadata and must be taken out. */
function picture(): Buffer {
  const comment = Buffer.alloc(65_535, 'x')
  comment.set([0xff, 0xfe, 0xff, 0xfd])
  const size = Buffer.from('ffc0000b080010001001011100', 'hex')
  const scan = Buffer.from('ffda0008010100003f00d2ffd9', 'hex')
  return Buffer.concat([Buffer.from('ffd8', 'hex'), ...Array.from({ length: 74 }, () => comment), size, scan])
}
const patterns = ['^(?:[A-Za-z]?){28}x$', '^(a|b|ab)*c$', '^[^@]+@(?:[a-z]+\\.)+[a-z]{2,}$']

async function flood(site: string, cookie: string, end: number, kinds: readonly string[]) {
  const client = plainClient(site, '127.0.0.1', cookie)
  const answers = new Map<string, Map<number, number>>()
  async function ask(what: string, path: string, sent: Parameters<typeof exchange>[2] = {}) {
    const got = await exchange(client, path, sent)
    const counts = answers.get(what) ?? answers.set(what, new Map()).get(what)!
    counts.set(got.status, (counts.get(got.status) ?? 0) + 1)
    // A refusal names a time to wait; a client at full tilt comes back sooner.
    if (got.status === 429 || got.status === 503 || got.status === 0) await Bun.sleep(busyPause)
    return got
  }
  const json = (value: unknown) => JSON.stringify(value)
  const idOf = (text: string): string | undefined => /"id":"([0-9a-f]{24})"/.exec(text)?.[1]
  const turns: Record<string, () => Promise<unknown>> = {
    import: async () => {
      const { text } = await ask('import', '/api/tables/students/imports', {
        method: 'POST',
        ...formWith('students.csv', 'text/csv', importFile),
      })
      const id = idOf(text)
      if (!id) return
      for (let turn = 0; turn < 6; turn++) {
        const path = `/api/tables/students/imports/${id}`
        const match = turn % 2 === 0 ? 'name' : null
        await ask('other columns of an import', path, { method: 'PATCH', body: json({ match }) })
        await ask('report of an import', path)
      }
      await ask('apply an import', `/api/tables/students/imports/${id}/apply`, { method: 'POST', body: '{}' })
    },
    export: () => ask('export', '/api/tables/equipment/export'),
    picture: () =>
      ask('picture', '/api/upload/image', { method: 'POST', ...formWith('a.jpg', 'image/jpeg', picture()) }),
    pattern: async () => {
      const { text } = await ask('schema', '/api/admin/shape/equipment')
      const { schema } = JSON.parse(text || '{}') as { schema?: { properties: Record<string, object> } }
      for (const pattern of schema ? patterns : []) {
        const properties = { ...schema!.properties, name: { ...schema!.properties['name'], pattern } }
        await ask('pattern', '/api/admin/shape/equipment/impact', {
          method: 'POST',
          body: json({ schema: { ...schema, properties } }),
        })
      }
    },
    batch: async () => {
      const changes = { quantity: Math.floor(Math.random() * 100) }
      const path = '/api/tables/equipment/batches'
      const { text } = await ask('batch', path, {
        method: 'POST',
        body: json({ action: 'update', query: '', changes }),
      })
      const id = idOf(text)
      if (id) await ask('undo of a batch', `${path}/${id}/undo`, { method: 'POST', body: '{}' })
    },
  }
  const lanes = Object.entries(turns).flatMap(([kind, turn]) =>
    kinds.length === 0 || kinds.includes(kind) ? [turn, turn, turn] : [],
  )
  await Promise.all(
    lanes.map(async (turn) => {
      while (Date.now() < end) await turn()
    }),
  )
  return answers
}

/** In a process of its own, so that the work of the flood is not counted as the product's. */
async function visitApart(site: string, cookie: string, forMs: number) {
  const child = spawn(process.execPath, [import.meta.filename, 'visit', site, cookie, String(forMs)], { stdio: 'pipe' })
  let said = ''
  for await (const text of child.stdout) said += text
  return JSON.parse(said) as Record<string, Awaited<ReturnType<typeof visits>>>
}
async function visitAll(site: string, cookie: string, forMs: number) {
  const client = plainClient(site, '127.0.0.2', cookie)
  const paths = {
    'site, a visitor': '/api/site',
    'list, another session': '/api/tables/service_cards',
    'user, another session, by auth': '/api/users/me',
  }
  const found = Object.entries(paths).map(
    async ([name, path]) => [name, await visits(client, path, forMs, visitPause)] as const,
  )
  return Object.fromEntries(await Promise.all(found))
}

async function measure(forMs: number, kinds: readonly string[]): Promise<void> {
  const caps: ReturnType<typeof capMemory>[] = []
  const removeCaps = () => {
    for (const cap of caps.splice(0)) cap.remove()
  }
  // Added before the product, so that its processes have left them.
  cleanUpOnSignal(removeCaps)
  const env = {
    ADMIN_EMAILS: `${adminEmail},${otherEmail}`,
    IP_LIMIT_FACTOR: '1',
    EDGE_LIMIT_FACTOR: '1',
    ...(MONGODB_URI && { MONGODB_URI }),
  }
  const product = await startProduct(env, { pages: false })
  const { site, stack, db } = product
  const pids = parts.map((name) => stack.pidOf(name)!)
  try {
    const cookieOf = async (email: string) => {
      const browser = createBrowser(site)
      await signIn(browser, product, email)
      return [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    }
    const [cookie, other] = [await cookieOf(adminEmail), await cookieOf(otherEmail)]
    const at = new Date()
    const item = (n: number) => ({
      name: `Arrow ${n}`,
      kind: 'arrows',
      quantity: 1,
      condition: 'good',
      created_at: at,
      updated_at: at,
    })
    await db.collection('equipment').insertMany(Array.from({ length: records }, (_, n) => item(n)))
    parts.forEach((name, place) => {
      caps.push(capMemory(`one-session-${name}`, pids[place]!, capBytes))
    })
    say(`load ${loadavg()[0]!.toFixed(1)} before`)
    const idle = await visitApart(site, other, seconds(30))
    const usedBefore = pids.map(processTime)
    const flooding = flood(site, cookie, Date.now() + forMs, kinds)
    const busy = await visitApart(site, other, forMs)
    for (const [name, answers] of await flooding)
      say(`${name.padEnd(28)} ${[...answers].map(([status, count]) => `${status || 'closed'}: ${count}`).join(', ')}`)
    say(`load ${loadavg()[0]!.toFixed(1)} after`)
    for (const [name, now] of Object.entries(busy)) {
      const before = idle[name]!
      const ratio = (now.p99 / before.p99).toFixed(2)
      say(
        `${name.padEnd(32)} p50 ${now.p50.toFixed(1)} ms, p99 ${now.p99.toFixed(1)} ms, idle ${before.p50.toFixed(1)} and ${before.p99.toFixed(1)} ms, ${ratio}x; failed ${now.failed} of ${now.count}`,
      )
    }
    parts.forEach((name, place) => {
      const isSame = stack.pidOf(name) === pids[place]
      const used = isSame
        ? `, ${((processTime(pids[place]!) - usedBefore[place]!) / 1_000).toFixed(1)} s CPU`
        : ', restarted'
      const most = (caps[place]!.most() / 1024 / 1024).toFixed(0)
      say(`${name.padEnd(15)} ${most} of 256 MB at most, ${caps[place]!.kills()} kills${used}`)
    })
  } finally {
    await product.stop()
    removeCaps()
  }
}

const [what, site = '', cookie = '', forMs = ''] = process.argv.slice(2)
if (what === 'visit') say(JSON.stringify(await visitAll(site, cookie, Number(forMs))))
else await measure(minutes(Number(what ?? 10)), site === '' ? [] : site.split(','))
process.exit(0)
