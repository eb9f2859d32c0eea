import { AppError } from '@app/contracts/errors'
import type { LimitName } from '@app/contracts/policy'
import type { User } from '@app/session'
import { readCookie } from '@app/session/token'
import { userWith } from '@app/session/user.fixture'
import * as v from 'valibot'
import { createServiceApp } from './app'
import { checkResponses } from './handle-call'
import { createLog } from './log'
import type { CallEntry, Route } from './serve'

checkResponses()

export const publicOrigin = 'https://school.example'

/** What most calls of these tests have in common. */
export const posts = {
  id: 'post',
  method: 'post',
  path: '/api/test',
  access: 'public',
  limit: 'write',
  audit: false,
  response: { 200: v.object({ ok: v.boolean() }) },
} as const
export const gets = { ...posts, id: 'get', method: 'get', limit: 'read', audit: undefined } as const
export const done = () => ({ ok: true })

const people: Record<string, User> = {
  ada: userWith({ id: 'ada', role: 'admin' }),
  sam: userWith({ id: 'sam', role: 'staff', rights: { lessons: 'view', places: 'edit' } }),
  uma: userWith({ id: 'uma' }),
}

type Options = Pick<Parameters<typeof createServiceApp>[0], 'checks' | 'translate'> & {
  corsOrigins?: readonly string[]
  maxBodyBytes?: number
  signedInAt?: Date
  /** Thrown when the session is read. */
  fault?: Error
  isOverLimit?: boolean
}
type Asking = Omit<RequestInit, 'headers'> & { who?: string; json?: unknown; headers?: Record<string, string> }

/** A service of these calls with hand-made people, limits and audit. The session cookie holds the name of the person. */
export function apiOf(
  routes: readonly Route[],
  { corsOrigins = [], signedInAt = new Date(), fault, isOverLimit = false, maxBodyBytes, ...options }: Options = {},
) {
  const entries: CallEntry[] = []
  const counted: { limit: LimitName; session?: string | undefined; secret?: string | undefined }[] = []
  const identified: (string | undefined)[] = []
  const lines: Record<string, unknown>[] = []
  const log = Object.assign(createLog('test', 'silent'), { info: (line: Record<string, unknown>) => lines.push(line) })
  const app = createServiceApp({
    log: log as never,
    api: {
      routes,
      ...(maxBodyBytes !== undefined && { maxBodyBytes }),
      origin: { publicOrigin, corsOrigins },
      identify: async (request) => {
        if (fault) throw fault
        const who = readCookie(request, 'session')
        identified.push(who)
        const user = who === undefined ? undefined : people[who]
        return user && { sid: `session-of-${who}`, user, signedInAt }
      },
      limits: async (limit, { session, secret, looks }) => {
        if (!looks) counted.push({ limit, session, secret })
        if (isOverLimit) throw new AppError('too_many_requests', 'Too many.', undefined, { retryAfter: 7 })
      },
      audit: {
        during: async (entry, action, outcome) => {
          const result = await action()
          entries.push({ ...entry, ...outcome() })
          return result
        },
      },
    },
    ...options,
  })
  const send = (path: string, { who, json, headers = {}, ...init }: Asking = {}) =>
    app.handle(
      new Request(`http://localhost${path}`, {
        ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
        ...init,
        headers: {
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(who && { cookie: `session=${who}` }),
          ...headers,
        },
      }),
    )
  /** Status and JSON body of a response; POST where `json` is given. */
  const ask = async (path: string, asking?: Asking) => {
    const response = await send(path, asking)
    const text = await response.text()
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Record<string, unknown> | null }
  }
  const status = async (path: string, asking?: Asking) => (await send(path, asking)).status
  return { app, send, ask, status, entries, counted, identified, lines }
}
