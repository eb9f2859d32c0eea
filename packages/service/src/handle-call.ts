import type { Gate } from '@app/concurrency/gate'
import { type Call, isMedia, maxResponseBytes } from '@app/contracts/call'
import { AppError } from '@app/contracts/errors'
import { idempotencyHeader } from '@app/contracts/idempotency'
import { isOpenToAccounts, type Right, recentSignInOf } from '@app/contracts/policy'
import {
  hasBearer,
  type Identity,
  isOfRemovedAccount,
  isSameOrigin,
  type OwnOrigins,
  readCookie,
  requireAccess,
  requireRecentSignIn,
  secretHash,
} from '@app/session'
import * as v from 'valibot'
import { checkBodyHeaders, inputParsers, isObject, queryOf, readBytes, readJson } from './call-input'
import { JsonText } from './entity-tag'
import { parseForeign } from './foreign-body'
import type { heavyTurns } from './heavy-turns'
import type { CallLimits } from './limits'
import { selfChecks } from './self-check'
import { type Actor, type CallEntry, Reply, type Route } from './serve'

const shape = /^[A-Za-z0-9_-]{8,64}$/
const assigned = new WeakMap<Request, string>()

/** The id that Nginx assigned to the request; a new one when it is missing or malformed. Constant for a request. */
export function requestIdOf(request: Request): string {
  const known = assigned.get(request)
  if (known) return known
  const given = request.headers.get('x-request-id')
  const id = given && shape.test(given) ? given : crypto.randomUUID().replaceAll('-', '')
  assigned.set(request, id)
  return id
}

/**
 * The edge asks whether a call would be let in before it takes a large body: the same method, address and headers, with this one and
 * without the body. It removes the header from what clients send; with it a call is never made.
 */
const policyOnlyHeader = 'x-policy-only'
export const asksForPolicy = ({ headers }: Pick<Request, 'headers'>) => headers.has(policyOnlyHeader)

const startOf = (day: string) => new Date(`${day}T00:00:00Z`)

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and where to read what replaces the call; none for others. */
export function deprecationHeaders({ deprecated }: Pick<Call, 'deprecated'>): Record<string, string> {
  if (!deprecated) return {}
  const { since, sunset, instead } = deprecated
  return {
    deprecation: `@${startOf(since).getTime() / 1_000}`,
    sunset: startOf(sunset).toUTCString(),
    ...(instead && { link: `</api/docs#${instead}>; rel="successor-version"` }),
  }
}

/** Collaborators that the policies of calls need. */
export type CallDeps = {
  origin: OwnOrigins
  identify: (request: Request) => Promise<Identity | undefined>
  limits: CallLimits
  /** Records an action so that no crash loses its entry. */
  audit: {
    during: <Result>(
      entry: CallEntry,
      action: () => Promise<Result>,
      outcome: () => Pick<CallEntry, 'recordId' | 'about'>,
    ) => Promise<Result>
  }
}
type Context = {
  request: Request
  params: Record<string, string>
  set: { status?: number | string; headers: Record<string, string | number | string[]> }
}

let checksResponses = false

/** Tests switch this on: a response that its contract does not describe, or that is larger, becomes a 500. */
export const checkResponses = () => {
  checksResponses = true
}

const isRight = (access: Call['access']): access is Right => typeof access === 'object'

/** The table a call is about, if its right names one; a table named in the body is known once that is read. */
function tableIn({ access }: Call, params: Record<string, string>, body?: unknown): string | undefined {
  if (!isRight(access)) return undefined
  const { table } = access
  if (typeof table === 'string') return table.startsWith(':') ? params[table.slice(1)] : table
  return isObject(body) ? String((body as Record<string, unknown>)[table.body]) : undefined
}

/** Caches must keep responses to different users apart, even though `no-store` is sent as well. */
function varyByCookie({ headers }: Context['set'], isPage: boolean): void {
  headers['vary'] = [headers['vary'], 'Cookie', isPage && 'Accept'].filter(Boolean).join(', ')
}

/** An address that is opened on a device while a visitor holds it to sign a waiver: the page that they see makes calls, and leads nowhere. */
const isHandedOver = (request: Request) =>
  request.headers.get('sec-fetch-mode') === 'navigate' && readCookie(request, 'handed_over') === 'yes'

const opensPage = (request: Request) => request.headers.get('accept')?.includes('text/html') === true

function auditEntry(call: Call, actor: Actor, params: Record<string, string>, body: unknown, key: unknown): CallEntry {
  const audit = call.audit as Exclude<Call['audit'], false | undefined | { by: 'action' }>
  const { action, table = tableIn(call, params, body), record, about = [], names } = audit
  const given = isObject(body) ? (body as Record<string, unknown>) : {}
  const recordId = record && params[record]
  return {
    actor,
    action,
    ...(table && { table }),
    ...(recordId && { recordId }),
    about: {
      ...Object.fromEntries(about.flatMap((name) => (name in given ? [[name, String(given[name])]] : []))),
      ...(names && { fields: Object.keys(given).join(', ') }),
    },
    // A repeated call with the same key is the same event.
    ...(typeof key === 'string' && { ref: `${action}/${recordId ?? actor.id}/${key}` }),
  }
}

/** @throws AppError `internal` when the response is not as its contract says */
function checkResponse(call: Call, given: number, body: unknown): void {
  const status = body instanceof Response ? body.status : given
  const schema = call.response[status]
  if (schema === undefined) throw new Error(`${call.id} must not respond with ${status}`)
  if (schema === null || isMedia(schema) || body instanceof Response) return
  const json = body instanceof JsonText ? body.text : (JSON.stringify(body) ?? '')
  const size = Buffer.byteLength(json)
  const max = call.maxResponseBytes ?? maxResponseBytes
  if (size > max) throw new Error(`${call.id} ${status}: ${size} bytes, beyond its maximum of ${max}`)
  const issue = v.safeParse(schema as v.GenericSchema, body instanceof JsonText ? body.body : body).issues?.[0]
  if (issue) throw new Error(`${call.id} ${status}: ${issue.message} at ${v.getDotPath(issue)}`)
}

/**
 * One call from request to response, in the order origin, session, access, step-up, limit, input, audit, handler. A refused
 * request is answered before anything of its body is read, and learns nothing about its other parts.
 *
 * @param slots for bodies that are held in memory whole
 */
export function handleCall(
  { call, handler }: Route,
  { origin, identify, limits, audit }: CallDeps,
  { maxBodyBytes, slots, turns }: { maxBodyBytes: number; slots: Gate; turns: ReturnType<typeof heavyTurns> },
) {
  const { access, own, limit, heavy, body, method } = call
  const isPublic = access === 'public'
  const isForm = body?.type === 'multipart/form-data'
  const needsSameOrigin = call.origin === 'same' || (method !== 'get' && call.origin !== 'any')
  const defaultStatus = Number(Object.keys(call.response).find((status) => status.startsWith('2')))
  const rules = { ...body, maxBytes: body?.maxBytes ?? maxBodyBytes }
  const parse = inputParsers(call)
  const deprecation = deprecationHeaders(call)
  const needsRecentSignIn = recentSignInOf(call)

  function checkOrigin(request: Request): void {
    // No page can cause such a request: browsers add cookies on their own, never this header.
    if (!isPublic && hasBearer(request)) return
    if (needsSameOrigin && !isSameOrigin(request, origin))
      throw new AppError('forbidden', 'Cross-site requests are not allowed.')
    if (isForm && !request.headers.has('x-requested-with'))
      throw new AppError('forbidden', 'Uploads need the header X-Requested-With.')
    if (!isPublic && isHandedOver(request))
      throw new AppError('forbidden', 'Please hand the device back to the school.')
  }

  /** Access and step-up, for the table of the call as far as it is known. */
  function checkCaller(identity: Identity | undefined, table: string | undefined): void {
    if (access === 'public') return
    if (identity?.isAccount && !isOpenToAccounts(call, table))
      throw new AppError('forbidden', 'Service accounts may not make this call.')
    const admitted = requireAccess(identity, access, table, own)
    if (needsRecentSignIn(table)) requireRecentSignIn(admitted)
  }

  /** The body as the handler gets it. A form holds one of the slots until the request is answered. */
  async function readBody(
    request: Request,
    { keep, atEnd }: { keep: (text: string, notes: readonly string[]) => void; atEnd: (end: () => void) => void },
  ): Promise<unknown> {
    checkBodyHeaders(request, rules)
    if (!parse.body || body?.isIgnored) return undefined
    if (body?.isForeign) {
      const bytes = await readBytes(request, rules.maxBytes)
      const { value, notes } = await parseForeign(bytes, request)
      keep(new TextDecoder().decode(bytes), notes)
      return parse.body(value)
    }
    if (!isForm) return parse.body(await readJson(request, rules.maxBytes))
    const leave = slots.tryEnter()
    if (!leave) throw new AppError('unavailable', 'Too many uploads are in progress. Please try again shortly.')
    atEnd(leave)
    if (body?.streamed) return undefined
    return request.formData().catch(() => {
      throw new AppError('invalid_request', 'The request body cannot be read.')
    })
  }

  async function run({ request, params: path, set }: Context, atEnd: (end: () => void) => void): Promise<unknown> {
    const { headers } = set
    Object.assign(headers, deprecation)
    if (hasBearer(request) && request.headers.get('cookie'))
      throw new AppError('invalid_request', 'Send a cookie or Authorization: Bearer, not both.')
    checkOrigin(request)
    if (!isPublic) varyByCookie(set, call.page === true)
    const identity = isPublic ? undefined : (selfChecks.get(request) ?? (await identify(request)))
    if (!isPublic && !identity && call.page && opensPage(request)) {
      headers['location'] = `/login?returnUrl=${encodeURIComponent(call.path)}`
      set.status = 302
      return null
    }
    if (isOfRemovedAccount(request))
      throw new AppError('not_signed_in', 'Your account was removed.', undefined, { details: { account: 'removed' } })
    checkCaller(identity, tableIn(call, path))
    const isQuestion = asksForPolicy(request)
    await limits(limit, {
      request,
      looks: isQuestion,
      session: identity?.isAccount ? undefined : identity?.sid,
      account: identity?.isAccount && identity.user.id,
      report: (state) => void Object.assign(headers, state),
      secret: limit === 'calendar' || limit === 'hook' ? secretHash(path['file'] ?? path['id'] ?? '') : undefined,
    })
    if (isQuestion) return new Response(null, { status: 204 })
    if (heavy && identity) atEnd(await turns.take(identity.user.id))

    const search = queryOf(request)
    let text = ''
    let notes: readonly string[] = []
    const keep = (read: string, told: readonly string[]) => {
      text = read
      notes = told
    }
    const input = {
      search,
      params: parse.params ? parse.params(path) : {},
      query: parse.query ? parse.query(Object.fromEntries(search)) : {},
      headers: parse.headers ? (parse.headers(request) as Record<string, unknown>) : {},
      body: await readBody(request, { keep, atEnd }),
    }
    if (isRight(access) && typeof access.table !== 'string') checkCaller(identity, tableIn(call, path, input.body))

    const requestId = requestIdOf(request)
    const actor = identity && { id: identity.user.id, email: identity.user.email, requestId, sid: identity.sid }
    let additions: Pick<CallEntry, 'recordId' | 'about'> = {}
    const context = {
      request,
      requestId,
      ...input,
      text,
      notes,
      identity,
      actor,
      set: { headers },
      audited: (more: typeof additions) => {
        additions = more
      },
    }
    const work = async () => handler(context)
    const entry =
      call.audit && !call.audit.by && actor
        ? auditEntry(call, actor, path, input.body, input.headers[idempotencyHeader])
        : undefined
    const outcome = () => ({ ...additions, about: { ...entry?.about, ...additions.about } })
    const result = entry ? await audit.during(entry, work, outcome) : await work()
    const [status, given] = result instanceof Reply ? [result.status, result.body] : [defaultStatus, result]
    const sent = given instanceof JsonText ? given.text : given
    if (given instanceof JsonText) headers['content-type'] = 'application/json;charset=utf-8'
    if (checksResponses) checkResponse(call, status, given)
    const response =
      !(sent instanceof Response) && call.response[status] === null ? new Response(null, { status }) : sent
    // Of a `Response` as well: the access log and the metrics read it.
    set.status = response instanceof Response ? response.status : status
    return response
  }

  return async (context: Context): Promise<unknown> => {
    const ends: (() => void)[] = []
    try {
      return await run(context, (end) => ends.push(end))
    } finally {
      for (const end of ends) end()
    }
  }
}
