import type { StoredEntry } from '@app/audit'
import { AppError } from '@app/contracts/errors'
import type { Mongo } from '@app/mongo'
import { connectWithRights } from '@app/mongo/database-users.fixture'
import { noDatabase } from '@app/mongo/no-database.fixture'
import { storeServer, testDatabase } from '@app/mongo/test-database.fixture'
import { localSignals } from '@app/redis/signals'
import { createLog } from '@app/service'
import { checkResponses } from '@app/service/handle-call'
import { secretHash, type User } from '@app/session'
import { userWith } from '@app/session/user.fixture'
import type { TableSchema } from '@app/table-schema'
import { type Document, ObjectId } from 'mongodb'
import { afterAll, vi } from 'vitest'
import { createService } from './app'
import { createContext } from './context'
import { createModules, type Programs } from './modules'
import type { StoredRevision } from './records/revision-store'
import { lessons } from './records/tables.fixture'
import type { Trashed } from './records/trash-store'
import { storedFields, type WireRecord } from './tables/read-record'

checkResponses()

const publicOrigin = 'http://localhost'

/** By the value of the session cookie; `revoked` has a good token whose session is over, any other value none. */
const people: Record<string, User['role']> = { ada: 'admin', eve: 'admin', sam: 'staff', ben: 'user', revoked: 'admin' }

/** The id of one of the people. */
export const personId = (who: string) => Buffer.from(who).toString('hex').padStart(24, '0')

type Options = {
  tables?: readonly TableSchema[]
  /** Of the first table, or by table. */
  records?: readonly WireRecord[] | Readonly<Record<string, readonly WireRecord[]>>
  signedInAt?: Date
  /** What sam, who is staff, may do. */
  rights?: User['rights']
  /** Who stays admin by configuration. */
  adminEmails?: readonly string[]
  /** Whether every call is beyond its limit. */
  isOver?: boolean
}

/** What is made of a photo is that photo, every workbook is one line, and the one build of the site shows the name of the school. */
const programs: Programs = {
  renderer: async () => ({
    build: 'b1',
    render: ({ facts }) => `<title>${facts.name}</title>`,
    renderLegal: ({ legal }, name) => (legal[name] ? `<title>${name}</title>` : ''),
    renderFiles: () => ({ manifest: '', sitemap: '', robots: '', security: '' }),
  }),
  makePicture: async (photo) => ({
    ...{ id: '5f2b8c41d7e09a365f2b8c41d7e09a36', width: 960, height: 640 },
    parts: [{ name: '960.avif', bytes: photo }],
  }),
  readSheets: async () => [{ name: 'Sheet1', text: 'title\nx' }],
  readCalendar: async () => ({
    ...{ events: [], found: 0, shown: 0, outside: 0, repeated: 0, unread: [], notes: [], unsure: [] },
  }),
}

type Given = Parameters<typeof createContext>[0]
type Limits = Parameters<typeof createService>[2]['limits']

/** What the features share upon a database, without other programs. */
export const contextOn = (mongo: Given['mongo'], { adminEmails = [] }: Options = {}) =>
  createContext({
    ...{ mongo, log: createLog('test', 'silent'), signals: localSignals() },
    env: {
      ...{ PUBLIC_ORIGIN: publicOrigin, CORS_ORIGINS: [], ADMIN_EMAILS: [...adminEmails], DEPLOYMENT: 'production' },
      ...{ WEBHOOK_SEAL_KEY: Buffer.alloc(32, 7), FILES_S3: undefined, hasSamples: false },
    },
    verify: async (token) => (token in people ? { sub: personId(token), sid: token } : undefined),
  })

function serviceOn(context: ReturnType<typeof contextOn>, limits: Limits = async () => {}) {
  const modules = createModules(context, programs)
  return { ...createService(context, modules, { limits }), context, modules }
}

/**
 * The app with these tables and people, and no database: what reaches for anything else in it is answered with 500.
 *
 * @param record every record that is read
 */
export function appWithoutDatabase({
  tables = [lessons],
  record,
}: {
  tables?: TableSchema[]
  record?: WireRecord
} = {}) {
  const identify: ReturnType<typeof contextOn>['identify'] = async (request) => {
    const who = /session=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? ''
    const role = people[who]
    return role && { sid: who, user: userWith({ id: personId(who), role }), signedInAt: new Date() }
  }
  const { app, modules } = serviceOn({ ...contextOn(noDatabase()), identify })
  const find = async (name: string) => tables.find((table) => table.name === name)
  const known = { find, all: async () => tables, listed: async () => tables, refresh: async () => {} }
  Object.assign(modules.tables.tables, known)
  if (record) Object.assign(modules.records.records, { one: async () => record })
  const send = (path: string, asking: Asking = {}) => app.handle(requestTo(path, asking))
  return { app, send }
}

/** A record as it is stored, its times as texts. */
const plain = ({ _id, ...document }: Document): WireRecord => ({
  id: String(_id),
  ...Object.fromEntries(
    Object.entries(document).flatMap(([name, value]) =>
      name.startsWith('_') ? [] : [[name, value instanceof Date ? value.toISOString() : value]],
    ),
  ),
})

const stored = (schema: TableSchema, { id, created_at, updated_at, ...values }: WireRecord): Document => ({
  _id: new ObjectId(id),
  ...storedFields(schema, values),
  ...(typeof created_at === 'string' && { created_at: new Date(created_at) }),
  ...(typeof updated_at === 'string' && { updated_at: new Date(updated_at) }),
})

async function fill(mongo: Mongo, tables: readonly TableSchema[], options: Options) {
  const collection = (name: string) => mongo.db().collection(name)
  const insert = async (name: string, documents: Document[]) => {
    if (documents.length > 0) await collection(name).insertMany(documents)
  }
  const { records = [], signedInAt = new Date() } = options
  const at = new Date(0)
  const descriptions = tables.map((table, position) => ({
    ...{ _id: table.name as unknown as ObjectId, ...table, position, created_at: at, updated_at: at },
  }))
  const users = Object.entries(people).map(([who, role]) => ({
    ...{ _id: new ObjectId(personId(who)), email: `${who}@example.com`, name: null, picture: null, role },
    ...{ provider: 'code', created_at: at, updated_at: at },
  }))
  const now = new Date()
  const sessions = Object.keys(people).map((who) => ({
    ...{ _id: secretHash(who) as unknown as ObjectId, user_id: personId(who), device: '', kept: true },
    ...{ created_at: signedInAt, last_seen_at: now, expires_at: new Date(now.getTime() + 3_600_000) },
  }))
  const byTable = Array.isArray(records) ? { [tables[0]?.name ?? '']: records } : records
  await Promise.all([
    insert('table_schemas', descriptions),
    insert('users', users),
    insert('sessions', sessions.slice(0, -1)),
    ...Object.entries(byTable as Record<string, WireRecord[]>).map(([name, some]) =>
      insert(
        name,
        some.map((record) => stored(tables.find((table) => table.name === name)!, record)),
      ),
    ),
  ])
}

type Asking = { who?: string; method?: string; body?: unknown; headers?: Record<string, string> }

/** A request of one of the people, from the site itself. */
function requestTo(path: string, { who = 'ada', method = 'GET', body, headers = {} }: Asking = {}) {
  const isForm = body instanceof FormData
  return new Request(`${publicOrigin}${path}`, {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(who && { cookie: `session=${who}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

/**
 * The app upon a database of its own. Call it at the top of a file; what it returns empties the database, fills it with what is given
 * and a few people, and makes the service anew.
 */
export function testApp() {
  const database = testDatabase((mongo) => serviceOn(contextOn(mongo)).createIndexes())
  const { mongo } = database
  let served: Promise<Mongo> | undefined
  /** Where rights are enforced the service has its own, not those of the test. */
  async function connection(): Promise<Mongo> {
    if (!storeServer().enforcesRights) return mongo
    served ??= connectWithRights('admin-tables', mongo, database.uri)
    return served
  }
  let former: ReturnType<typeof serviceOn> | undefined
  afterAll(async () => {
    await former?.close()
    await (await served)?.close()
  })

  return async function setup(options: Options = {}) {
    const { tables = [lessons], isOver = false } = options
    await former?.close()
    await database.clear()
    await fill(mongo, tables, options)
    const uses: [string | undefined, string][] = []
    const context = contextOn(await connection(), options)
    former = serviceOn(context, async (limit, { session }) => {
      uses.push([session, limit])
      if (isOver) throw new AppError('too_many_requests', 'Too many.', undefined, { retryAfter: 7 })
    })
    const { app, modules } = former
    const { records, revisions } = modules.records
    if (options.rights) await context.users.setAccess(personId('sam'), { rights: options.rights })
    const collection = <Stored extends Document = Document>(name: string) => mongo.db().collection<Stored>(name)
    const first = tables[0]?.name ?? ''
    const send = (path: string, asking: Asking = {}) => app.handle(requestTo(path, asking))
    const get = (path: string, who = '', method = 'GET') => send(path, { who, method })
    const queries = [vi.spyOn(records, 'page'), vi.spyOn(records, 'rows')]
    /** Copies what still waits in the records. */
    const settle = () => revisions.sweep(tables.map(({ name }) => name))

    return {
      ...context,
      ...modules.tables,
      ...modules.files,
      ...modules.views,
      ...modules.records,
      ...modules.imports,
      ...modules.lessons,
      ...modules.schemas,
      ...modules.waivers,
      ...modules.bookings,
      ...modules.calendar,
      ...modules.people,
      ...{ app, send, get, uses, settle, mongo, collection },

      /** The queries of lists and exports so far. */
      asked: () => queries.flatMap(({ mock }) => mock.calls.map(([, query]) => query)),

      rows: async (table = first) => (await collection(table).find().sort({ _id: 1 }).toArray()).map(plain),
      row: async (id: string, table = first) => {
        const found = await collection(table).findOne({ _id: new ObjectId(id) })
        return found ? plain(found) : undefined
      },
      /** Writes a record as another program would. */
      async put(record: WireRecord, table = first) {
        const document = stored(tables.find(({ name }) => name === table)!, record)
        await collection(table).replaceOne({ _id: document['_id'] }, document, { upsert: true })
      },
      drop: async (id: string, table = first) => void (await collection(table).deleteOne({ _id: new ObjectId(id) })),

      /** Changes the description of a table as another program would. */
      async describe(table: TableSchema) {
        await collection('table_schemas').updateOne({ name: table.name }, { $set: table })
        await modules.tables.tables.refresh()
      },
      /** What sam may do from now on. */
      setRights: async (rights: User['rights']) => void (await context.users.setAccess(personId('sam'), { rights })),

      /** Who has done what to which record, in order. */
      async audited() {
        await settle()
        const entries = await collection<StoredEntry>('audit_log').find().sort({ _id: 1 }).toArray()
        return entries.map(({ email, action, table, record_id: id }) => ({ who: email, action, table, id }))
      },
      /** The revisions, in order. */
      async history() {
        await settle()
        return collection<StoredRevision>('revisions').find().sort({ at: 1, _id: 1 }).toArray()
      },
      trashed: () => collection<Trashed>('trash').find().toArray(),
      /** What the forms service was asked to do. */
      mailings: () => collection('jobs').find({ service: 'forms' }).sort({ created_at: 1, _id: 1 }).toArray(),
    }
  }
}

export type TestApp = Awaited<ReturnType<ReturnType<typeof testApp>>>
