import { loadavg } from 'node:os'
import { type IndexDescription, MongoClient } from 'mongodb'
import { costBeside } from './beside'
import { signIn } from './sign-in'
import { startProduct } from './start-product'

/**
 * An import of ROWS students (10,000), ROUNDS times (3): how long its check and its rows take, and what they cost memory and the
 * lists of two other people. The goals: p99 of lists <= 2x, memory <= +64 MB. `MONGODB_URI` names a database of its own.
 */

const [admin, ...others] = ['bench@archery.example', 'desk@archery.example', 'range@archery.example'] as const
const rows = Number(process.env.ROWS ?? 10_000)
const rounds = Number(process.env.ROUNDS ?? 3)
/** A check is repeated until so many calls for another list were made beside it. */
const checkedForMs = 6_000
const say = (line: string) => void process.stdout.write(`${line}\n`)
const path = '/api/tables/students/imports'

/** Each round has students of its own: rows that exist already are not imported. */
const fileOf = (round: number) =>
  [
    'Full Name,Date of birth,Level,Waiver signed',
    ...Array.from({ length: rows }, (_, n) => `Student ${round}-${n},19${70 + (n % 30)}-04-1${n % 10},Beginner,Yes`),
  ].join('\r\n')

const stack = await startProduct({ ADMIN_EMAILS: [admin, ...others].join(), IP_LIMIT_FACTOR: '1000' })
const { site } = stack.urls
try {
  const cookie = await signIn(stack.urls, admin)
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'x-requested-with': 'bench' }
  const cookies = [await signIn(stack.urls, others[0]), await signIn(stack.urls, others[1])]
  const service = {
    pid: stack.pidOf('admin-tables')!,
    url: `${site}/api/tables/service_cards`,
    control: `${site}/api/users/me`,
    cookies,
  }

  type Report = { id: string; state: string; create: number; unchanged: number; failure?: string }
  const read = async (answer: Promise<Response>) => (await (await answer).json()) as Report
  async function until(report: Report, wanted: string): Promise<Report> {
    for (let now = report; ; await Bun.sleep(200)) {
      now = await read(fetch(`${site}${path}/${report.id}`, { headers }))
      if (now.state === wanted) return now
      if (now.state === 'failed') throw new Error(now.failure)
    }
  }
  let took = 0
  let first: Report | undefined
  async function stage(name: string, work: () => Promise<Report>): Promise<Report> {
    let report: Report | undefined
    first = undefined
    const cost = await costBeside(service, async () => {
      report = await work()
    })
    const { create, unchanged } = first ?? report!
    say(`${name} of ${create} new rows and ${unchanged} that exist: ${(took / 1_000).toFixed(1)} s`)
    for (const line of cost) say(`  ${line}`)
    return report!
  }

  const json = { ...headers, 'content-type': 'application/json' }
  const upload = (round: number) => {
    const body = new FormData()
    body.set('file', new File([fileOf(round)], 'students.csv', { type: 'text/csv' }))
    return read(fetch(`${site}${path}`, { method: 'POST', body, headers }))
  }
  /** How long the database takes for the records and revisions of the last import alone, with the same indexes. */
  async function bareSeconds(): Promise<number> {
    const client = await new MongoClient(stack.mongoUri, { writeConcern: { w: 'majority', journal: true } }).connect()
    const db = client.db()
    const copies = []
    for (const name of ['students', 'revisions']) {
      const copy = db.collection(`bare_${name}`)
      await copy.drop().catch(() => {})
      const indexes = (await db.collection(name).indexes()).filter((index) => index.name !== '_id_')
      await copy.createIndexes(indexes.map(({ v, ...index }) => index) as IndexDescription[])
      const documents = await db.collection(name).find().sort({ _id: -1 }).limit(rows).toArray()
      copies.push({ copy, documents })
    }
    const startedAt = performance.now()
    for (const { copy, documents } of copies)
      for (let at = 0; at < documents.length; at += 1_000) await copy.insertMany(documents.slice(at, at + 1_000))
    const ms = performance.now() - startedAt
    await client.close()
    return ms / 1_000
  }
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round}, load ${loadavg()[0]!.toFixed(1)}`)
    const check = async () => {
      const startedAt = performance.now()
      let report = await until(await upload(round), 'checked')
      first = report
      took = performance.now() - startedAt
      while (performance.now() - startedAt < checkedForMs)
        report = await until(
          await read(fetch(`${site}${path}/${report.id}`, { method: 'PATCH', body: '{"match":null}', headers: json })),
          'checked',
        )
      return report
    }
    const checked = await stage('check', check)
    await stage('import', async () => {
      const startedAt = performance.now()
      await fetch(`${site}${path}/${checked.id}/apply`, { method: 'POST', body: '{}', headers: json })
      const report = await until(checked, 'applied')
      took = performance.now() - startedAt
      return report
    })
    const bare = await bareSeconds()
    say(`  bare inserts of the same records and revisions: ${bare.toFixed(1)} s, ${(took / 1_000 / bare).toFixed(1)}x`)
    await stage('check', check)
  }
} finally {
  await stack.stop()
}
process.exit(0)
