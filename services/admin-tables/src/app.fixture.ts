import type { AuditEntry } from '@app/audit'
import type { LimitName } from '@app/contracts/calls/policy'
import { AppError } from '@app/contracts/errors'
import { jobRunner, type NewJob } from '@app/jobs'
import { jobsInMemory } from '@app/jobs/jobs.fixture'
import { type Scope, scopes } from '@app/record-query'
import { createLog } from '@app/service'
import { checkResponses } from '@app/service/handle-call'
import { identify, mayUse, type User } from '@app/session'
import { noAccounts } from '@app/session/accounts.fixture'
import { sessionCookie } from '@app/session/cookie'
import { userWith } from '@app/session/user.fixture'
import { fileFields, type ListQuery, type Selection, type TableSchema } from '@app/table-schema'
import { createApp, type Deps } from './app'
import { incomingDeps, incomingInMemory } from './bookings/incoming.fixture'
import { webhookDeps } from './events/webhooks.fixture'
import { importCheck, importsInMemory } from './imports/imports.fixture'
import { jobHandlers } from './jobs'
import type { LessonRow } from './lessons/lesson-days'
import { emptyDays, offersInMemory } from './lessons/lessons.fixture'
import { memory, noCalendars, noEvents, noPersonFile } from './memory.fixture'
import { applyWrites } from './records/apply-writes'
import { lessons } from './records/tables.fixture'
import type { UserRights } from './records/user-rights'
import type { WriteDeps } from './records/write'
import { manageSchemas } from './schemas/manage-schemas'
import { schemasInMemory } from './schemas/schemas.fixture'
import { sample, setupInMemory } from './setup/setup.fixture'
import type { WireRecord } from './tables/read-record'
import { viewsInMemory } from './views/views.fixture'
import { waiversInMemory } from './waivers/waivers.fixture'
import { pictureDeps, websiteDeps } from './website/website.fixture'

checkResponses()

const publicOrigin = 'http://localhost'
/** The user, by the value of the session cookie; `revoked` has a good token whose session is over, `expired` none. */
const people: Record<string, User['role']> = { ada: 'admin', eve: 'admin', sam: 'staff', ben: 'user', revoked: 'admin' }

type Options = {
  tables?: TableSchema[]
  records?: readonly WireRecord[]
  page?: { data: WireRecord[]; total: number } | Error
  batches?: (WireRecord[] | Error)[]
  lastAdmin?: boolean
  day?: LessonRow[]
  beforeRequest?: () => void
  site?: { body: string; etag: string }
  isOver?: boolean
  signedInAt?: Date
  /** What sam, who is staff, may do. */
  rights?: User['rights']
  /** The instructors that sam is. */
  teaching?: readonly string[]
}

/** The app with hand-made collaborators: the tables given, records in memory, a few people. */
const noFigures = { seats: null, groups: null, freeSeats: null, levels: null }

export function setup({
  tables: given = [lessons],
  records = [],
  page,
  batches = [],
  lastAdmin = false,
  day = [],
  beforeRequest = () => {},
  site = { body: '{"cards":[],"announcements":[]}', etag: '"e1"' },
  isOver = false,
  signedInAt = new Date(),
  rights: staffRights = {},
  teaching = [],
}: Options = {}) {
  const asked: (ListQuery | Selection)[] = []
  const audit: { who: string | undefined; action: string; table: string | undefined; id: string | undefined }[] = []
  const addAudit = async ({ actor, action, table, recordId }: AuditEntry) =>
    void audit.push({ who: actor?.email, action, table, id: recordId })
  const roles: [string, string][] = []
  const uploads: { name: string; type: string; bytes: Buffer; userId: string }[] = []
  const exports = { open: 0, closed: 0 }
  const lookups = { count: 0 }
  const uses: [string | undefined, LimitName][] = []
  const kept = memory(records, addAudit)
  const tables = [...given]
  const { stored: storedSchemas, ...editorStores } = schemasInMemory(tables, kept.rows)
  /** As the filter of a scope selects in the database. */
  const isWithin = (scope: Scope, { name }: TableSchema, { instructor }: WireRecord) => {
    const reach = scope.reach(name)
    return reach === 'all' || (reach === 'own' && teaching.includes(String(instructor)))
  }
  const stores = {
    scopeOf: scopes(() => {
      throw new Error('records in memory are not selected by filters')
    }),
    tables: {
      listed: async () => tables,
      all: async () => tables,
      refresh: async () => {},
      find: async (name: string) => tables.find((table) => table.name === name),
    },
    records: {
      page: async (schema, query, scope) => {
        asked.push(query)
        if (page instanceof Error) throw page
        const data = [...kept.rows.values()].filter((row) => isWithin(scope, schema, row))
        return page ?? { data, total: data.length }
      },
      one: async (schema, id, scope) => {
        const row = kept.rows.get(id)
        return row && isWithin(scope, schema, row) ? row : undefined
      },
      some: async (schema, ids, scope) =>
        ids.flatMap((id) => kept.rows.get(id) ?? []).filter((row) => isWithin(scope, schema, row)),
      total: async () => batches.flat().length,
      rows: (_, selection) => {
        asked.push(selection)
        exports.open++
        const left = [...batches]
        return {
          next: async () => {
            const batch = left.shift()
            if (batch instanceof Error) throw batch
            return batch
          },
          close: async () => void exports.closed++,
        }
      },
    },
    files: {
      add: async ({ name, type, bytes, userId }) => {
        const id = String(uploads.push({ name, type, bytes, userId })).padStart(24, '0')
        return { id, url: `/api/files/${id}`, name, size: bytes.length, type }
      },
      uploaderOf: async (url) => uploads[Number(url.slice(-24)) - 1]?.userId,
      isUsed: async (url, tables) => {
        const names = tables.flatMap(fileFields)
        return [...kept.rows.values()].some((row) => names.some((name) => row[name] === url))
      },
      open: async (id) => {
        const file = uploads[Number(id) - 1]
        if (!file) return undefined
        const pieces = async function* () {
          yield file.bytes
        }
        return {
          url: `/api/files/${id}`,
          userId: file.userId,
          name: file.name,
          type: file.type,
          size: file.bytes.length,
          chunks: async () => pieces(),
        }
      },
    },
    trash: kept.trashStore,
    revisions: kept.revisions,
    namesOf: async () => new Map(),
    erasures: { overlapping: async () => [], add: async () => {} },
    persons: { holding: async () => [], remove: async () => {} },
    ...importsInMemory(),
    audit: {
      add: addAudit,
      async during(entry, action, outcome) {
        const result = await action()
        await addAudit({ ...entry, ...outcome?.(result) })
        return result
      },
    },
    auditReader: { page: async () => ({ entries: [], more: false }), stream: async function* () {} },
  } satisfies Partial<Deps & Pick<WriteDeps, 'files' | 'erasures' | 'persons'>>
  const rights: UserRights = {
    setRole: async (_by, id, role) => {
      if (lastAdmin) throw lastAdminError()
      roles.push([id, role])
      const before = kept.rows.get(id)
      if (before) kept.rows.set(id, { ...before, role })
    },
    remove: async (_by, id) => {
      if (lastAdmin) throw lastAdminError()
      return kept.rows.delete(id)
    },
  }
  const userOf = (id: string) => userWith({ id, role: people[id]!, rights: id === 'sam' ? staffRights : {} })
  const apply = applyWrites({
    ...{ ...stores, writer: kept.writer, integrity: kept.integrity, rights },
    hasRight: async (id, table, right) => mayUse(userOf(id), table, right),
    copyLater: () => {},
  })
  const editorDeps = { ...stores, ...editorStores, apply }
  const requested: NewJob[] = []
  const add = async (job: NewJob) => {
    beforeRequest()
    return Boolean(requested.push(job))
  }
  const [offers, signed] = [offersInMemory(kept.rows), waiversInMemory()]
  const { store: jobs, jobs: keptJobs } = jobsInMemory()
  void jobs.add(importCheck, 1)
  keptJobs.get(importCheck.id)!.state = 'done'
  const runner = jobRunner({
    store: jobs,
    handlers: jobHandlers({
      hasRight: async () => true,
      requested: { add },
      ...{ ...stores, ...editorStores, apply, jobs },
      audit: { append: addAudit },
      editor: manageSchemas(editorDeps),
      erasures: { ...stores.erasures, find: async () => undefined, complete: async () => {} },
      persons: { ...stores.persons, of: async () => [], filesOf: async () => [], forget: async () => {} },
      ...{ ...incomingInMemory(), imports: { ...stores.imports, erase: async () => [] } },
      files: { removeUnused: async () => 0 },
      newPacer: () => async () => {},
      website: websiteDeps().website,
    }),
    hasRight: async () => true,
    audit: { ...stores.audit, append: addAudit },
    onError: () => {},
  })
  const app = createApp({
    ...{ log: createLog('test', 'silent'), origin: { publicOrigin, corsOrigins: [] }, feed: noEvents },
    personFile: noPersonFile,
    manageWebhooks: webhookDeps(),
    identify: identify({
      verify: async (token) => (token in people ? { sub: token, sid: token } : undefined),
      cookie: sessionCookie(publicOrigin),
      sessions: {
        async find(sid) {
          lookups.count++
          return sid === 'revoked' ? undefined : { sid, userId: sid, lastSeenAt: new Date(), signedInAt }
        },
        touch: async () => {},
      },
      ...{ users: { find: async (id) => userOf(id) }, ...noAccounts },
    }),
    limits: async (limit, { session }) => {
      uses.push([session, limit])
      if (isOver) throw new AppError('too_many_requests', 'Too many.', undefined, { retryAfter: 7 })
    },
    ...stores,
    ...{ jobs, runner, apply },
    incomingHooks: incomingDeps({ ...stores, jobs }),
    views: viewsInMemory(),
    ...editorStores,
    references: {
      of: async () => undefined,
      labels: async (_, ids) => Object.fromEntries(ids.map((id) => [id, { label: `Record ${Number(id)}` }])),
      matching: async () => new Map(),
      choices: async () => [],
      referrers: async () => [],
    },
    site: { content: async () => site },
    ...{ ...websiteDeps(), ...pictureDeps(), ...setupInMemory() },
    samples: { list: async () => [{ schema: lessons, samples: [sample] }] },
    insights: async (_, from, to) => ({ ...{ from, to, inquiries: null, visits: null }, ...noFigures }),
    calendars: { publicOrigin, ...noCalendars },
    ...{ offers, requested: { add }, waivers: signed.waivers },
    lessonDays: { lessons: async () => day.map((row) => ({ ...row, ...kept.rows.get(row.id) }) as LessonRow) },
    days: emptyDays,
  })

  type Asking = { who?: string; method?: string; body?: unknown; headers?: Record<string, string> }
  const send = (path: string, { who = 'ada', method = 'GET', body, headers = {} }: Asking = {}) => {
    const isForm = body instanceof FormData
    return app.handle(
      new Request(`${publicOrigin}${path}`, {
        method,
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(who && { cookie: `session=${who}` }),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
  }
  const get = (path: string, who = '', method = 'GET') => send(path, { who, method })
  return {
    app,
    get,
    send,
    jobs,
    runner,
    keptJobs,
    requested,
    offers,
    storedSchemas,
    signed,
    editorDeps,
    asked,
    ...{ audit, roles, uploads, exports, lookups, uses },
    ...kept,
  }
}

const lastAdminError = () => new AppError('conflict', 'There must be at least one admin.')
