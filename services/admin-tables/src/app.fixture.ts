import { createLog } from '@app/service'
import { createGuards, type User } from '@app/session'
import { sessionCookie } from '@app/session/cookie'
import type { Descriptor, ListQuery } from '@app/table-schema'
import { createApp } from './app'
import type { WireRecord } from './models/read-record'

const publicOrigin = 'http://localhost'

/** Who asks, by the value of the session cookie; `revoked` has a good token whose session is over. */
const people: Record<string, User['role']> = { ada: 'admin', ben: 'user', revoked: 'admin' }

export const lessons: Descriptor = {
  name: 'lessons',
  title: 'Lessons',
  properties: { title: { type: 'string' }, seats: { type: 'integer' } },
}

/** The app with hand-made collaborators: the tables given, one page of records, three people. */
export function setup({
  tables = [lessons],
  page = { data: [], total: 0 },
}: {
  tables?: Descriptor[]
  page?: { data: WireRecord[]; total: number } | Error
} = {}) {
  const asked: ListQuery[] = []
  const app = createApp({
    log: createLog('test', 'silent'),
    origin: { publicOrigin, corsOrigins: [] },
    guards: createGuards({
      verify: async (token) => (token in people ? { sub: token, sid: token } : undefined),
      cookie: sessionCookie(publicOrigin),
      sessions: {
        find: async (sid) => (sid === 'revoked' ? undefined : { sid, userId: sid, lastSeenAt: new Date() }),
        touch: async () => {},
      },
      users: {
        find: async (id) => {
          const at = new Date(0)
          const email = `${id}@example.com`
          return { id, email, name: null, picture: null, role: people[id]!, provider: 'code', createdAt: at }
        },
      },
    }),
    tables: { all: async () => tables, find: async (name) => tables.find((table) => table.name === name) },
    records: {
      page: async (_, query) => {
        asked.push(query)
        if (page instanceof Error) throw page
        return page
      },
    },
  })
  const get = (path: string, who?: string, method = 'GET') =>
    app.handle(
      new Request(`${publicOrigin}${path}`, {
        method,
        headers: { 'sec-fetch-site': 'same-origin', ...(who && { cookie: `session=${who}` }) },
      }),
    )
  return { app, get, asked }
}
