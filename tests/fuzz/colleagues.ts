import { referenceFields, type TableSchema, titleField } from '@app/table-schema'
import fc from 'fast-check'
import { callOf } from '../support/api-document'
import { createBrowser } from '../support/browser'
import type { Product } from '../support/product'
import { signIn } from '../support/sign-in'
import { type Call, calls, tables } from './calls'
import { linkLessons, mayReceive, type Planted } from './own-lessons'
import { type Pool, sendCall } from './send-call'

// Two colleagues with different rights send random calls at the same time. Every text of a table that is not public holds a mark with the
// name of its table. What one of them receives must hold no mark of a table that this person may not see, whatever the other one does. The
// label of a record is open to whoever sees a table that refers to its table.

const timeoutMs = 20_000
/** Steps between two changes of rights, in which each of them sends calls in several lanes. */
const perRound = 200
const lanes = 2
const maxTexts = 40

/** What the site shows to everyone is no secret. */
const secretTables = tables.filter((name) => !['service_cards', 'announcements', 'users'].includes(name))

type Rights = { rights: Record<string, 'own' | 'view' | 'edit'>; exports: string[] }
const staff = (rights: Rights['rights'], exports: string[] = []): Rights => ({ rights, exports })
/** What the first of them may do changes from round to round. */
const smallRights = [
  staff({ lessons: 'edit', announcements: 'edit' }, ['lessons']),
  staff({ lessons: 'view', equipment: 'edit' }, ['equipment']),
  staff({ equipment: 'view', reply_templates: 'edit' }),
  staff({ lessons: 'own', equipment: 'view' }, ['equipment']),
  staff({ lessons: 'edit', instructors: 'view', equipment: 'edit' }, ['lessons', 'instructors', 'equipment']),
]
const everyRight = staff(
  Object.fromEntries(
    ['students', 'instructors', 'lessons', 'equipment', 'contact_submissions'].map((name) => [name, 'edit']),
  ),
  ['students', 'instructors', 'lessons', 'equipment', 'contact_submissions'],
)

const marks = /canary-([a-z_]+)-(text|label)-(\d+)/gi
const withoutMarks = (text: string) => text.replace(marks, 'a guess')

/** Formats of texts that may hold a mark. */
const free: readonly (string | undefined)[] = [undefined, 'textarea', 'rich_text', 'email']

type Plants = {
  /** Which tables refer to each: to whoever sees them its labels are open. */
  referring: Map<string, string[]>
  planted: Planted
}
let planting = 0

/** Puts a new mark into each free text of each record. */
async function plant({ db }: Product): Promise<Plants> {
  const schemas = (await db.collection('table_schemas').find().toArray()) as unknown as TableSchema[]
  const referring = new Map<string, string[]>()
  for (const schema of schemas)
    for (const { table } of referenceFields(schema))
      referring.set(table, [...(referring.get(table) ?? []), schema.name])
  const planted = new Map<number, { table: string; id: string }>()
  for (const schema of schemas.filter(({ name }) => secretTables.includes(name))) {
    const texts = Object.entries(schema.properties).filter(
      ([, field]) => field.type === 'string' && free.includes(field.format) && !field.enum && !field.pattern,
    )
    const records = db.collection(schema.name)
    for (const { _id } of await records.find({}, { projection: { _id: 1 } }).toArray()) {
      const values = texts.map(([name, { format }]) => {
        const n = planting++
        planted.set(n, { table: schema.name, id: String(_id) })
        const mark = `canary-${schema.name}-${name === titleField(schema) ? 'label' : 'text'}-${n}`
        return [name, format === 'email' ? `${mark}@example.com` : mark]
      })
      if (values.length > 0) await records.updateOne({ _id }, { $set: Object.fromEntries(values) })
    }
  }
  if (planted.size === 0) throw new Error('no mark was planted')
  // What the site shows of a public lesson is open to everyone.
  await db.collection('lessons').updateMany({}, { $set: { public: false } })
  return { referring, planted }
}

/** The collections whose ids the calls take, by a part of their path. */
const idsByPath = [
  ...[
    ['/jobs/:id', 'jobs'],
    ['/batches/:id', 'jobs'],
    ['/imports/:id', 'imports'],
    ['/views/:id', 'table_views'],
  ],
  ...[
    ['/feeds/:id', 'calendar_feeds'],
    ['/mailings/:id', 'mailings'],
    ['/files/:id', 'uploads.files'],
  ],
] as const
const idsFrom = ({ id, to }: Call) => {
  const { path } = callOf(id)
  return idsByPath.find(([part]) => path.includes(part))?.[1] ?? to['table'] ?? 'contact_submissions'
}

/** Documents whose ids the calls take. */
async function poolOf({ db }: Product): Promise<Pool> {
  const names = [...tables, 'reply_templates', ...new Set(idsByPath.map(([, name]) => name))]
  const found = names.map(async (name) => [
    name,
    await db.collection(name).find().sort({ _id: -1 }).limit(maxTexts).toArray(),
  ])
  return Object.fromEntries(await Promise.all(found))
}

/** Calls by somebody who is signed in: none that ends a session, which the whole run needs. */
const steps = calls.filter(({ who }) => who !== 'anonymous')

type ColleagueRun = {
  product: Product
  steps: number
  seed: number
  onProgress?: (done: number) => void
}

/**
 * Sends calls derived from the seed; how those of the two interleave differs from run to run. Each fault names the call whose response held a mark, and what the other one had
 * sent just before.
 */
export async function fuzzColleagues({ product, steps: all, seed, onProgress = () => {} }: ColleagueRun) {
  const { db, site } = product
  const faults: string[] = []
  const statuses = new Map<number, number>()
  const seen = new Map<string, number>()
  let { referring, planted } = await plant(product)
  /** The instructor that the first of them is, while that person may see their own lessons alone. */
  let teaches: string | undefined
  const maySee = ({ rights }: Rights, table: string, isLabel: boolean) =>
    [table, ...(isLabel ? (referring.get(table) ?? []) : [])].some((name) => Object.hasOwn(rights, name))

  async function colleague(email: string) {
    const browser = createBrowser(site)
    await signIn(browser, product, email)
    return { email, browser, rights: everyRight, latest: [] as string[] }
  }
  type Colleague = Awaited<ReturnType<typeof colleague>>
  // Addresses of their own: one that has just signed in is not sent another code for a minute.
  const [small, large] = [await colleague(`small-${seed}@example.com`), await colleague(`large-${seed}@example.com`)]
  const kept = await Promise.all(
    ['users', 'sessions'].map(async (name) => ({ name, documents: await db.collection(name).find().toArray() })),
  )

  /** Restores people and sessions, with these rights. */
  async function give(round: number) {
    for (const { name, documents } of kept)
      for (const document of documents)
        await db.collection(name).replaceOne({ _id: document._id }, document, { upsert: true })
    small.rights = smallRights[(round + seed) % smallRights.length]!
    teaches = undefined
    if (small.rights.rights['lessons'] === 'own') {
      teaches = await linkLessons(product, small.email)
      const plants = await plant(product)
      referring = plants.referring
      planted = plants.planted
    }
    for (const { email, rights } of [small, large])
      await db.collection('users').updateOne({ email }, { $set: { role: 'staff', ...rights } })
    for (const { browser, email } of [small, large])
      if ((await browser.get('/api/users/me')).status !== 200) throw new Error(`the session of ${email} is lost`)
  }

  async function step(by: Colleague, other: Colleague, pool: Pool, call: Call) {
    const { response, text, address } = await sendCall(site, by.browser, pool, call, {
      timeoutMs,
      from: idsFrom,
      // Whoever may not see a value cannot send it either.
      mask: withoutMarks,
    })
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    const line = `${callOf(call.id).method} ${address}${call.query}: ${response.status}`
    by.latest = [...by.latest.slice(-9), line]
    const received = text + [...response.headers].flat().join('\n')
    for (const [mark, table = '', kind, number] of received.matchAll(marks)) {
      seen.set(table, (seen.get(table) ?? 0) + 1)
      const isLabel = kind === 'label'
      if (by === small && teaches !== undefined) {
        // Their other rights are on whole tables, which lessons do not refer to.
        const isAllowed = Object.hasOwn(by.rights.rights, table.toLowerCase()) && table.toLowerCase() !== 'lessons'
        if (isAllowed || (await mayReceive(product, teaches, planted, { n: Number(number), isLabel }))) continue
      } else if (maySee(by.rights, table.toLowerCase(), isLabel)) continue
      const at = received.indexOf(mark)
      faults.push(
        [
          `${by.email} with ${JSON.stringify(by.rights.rights)} received ${mark}: ${line}`,
          `  ...${received.slice(Math.max(0, at - 120), at + 80)}...`,
          `  before, ${other.email} sent`,
          ...other.latest.map((one) => `    ${one}`),
        ].join('\n'),
      )
      return
    }
  }

  let done = 0
  for (let round = 0; done < all && faults.length < 5; round++) {
    await give(round)
    const pool = await poolOf(product)
    const count = Math.min(perRound, all - done)
    const lane = async (number: number) => {
      const isSmall = number % 2 === 0
      const [by, other] = isSmall ? [small, large] : [large, small]
      const numRuns = Math.ceil(count / (2 * lanes))
      for (const call of fc.sample(steps, { seed: seed + round * 100 + number, numRuns }))
        await step(by, other, pool, call)
    }
    await Promise.all(Array.from({ length: 2 * lanes }, (_, number) => lane(number)))
    done += count
    if (round % 20 === 19) await prune(product)
    onProgress(done)
  }
  const counts = (all: Map<string | number, number>) => [...all].map(([name, count]) => `${name}: ${count}`).join(', ')
  return { faults, lines: [counts(statuses), `marks received of ${counts(seen)}`] }
}

/** Keeps the database small enough for a slow server. */
async function prune({ db }: Product): Promise<void> {
  for (const name of [
    ...secretTables,
    'announcements',
    'service_cards',
    'trash',
    'jobs',
    'imports',
    'revisions',
    'audit_log',
  ]) {
    const older = await db
      .collection(name)
      .find({}, { projection: { _id: 1 } })
      .sort({ _id: -1 })
      .skip(150)
      .toArray()
    await db.collection(name).deleteMany({ _id: { $in: older.map(({ _id }) => _id) } })
  }
}
