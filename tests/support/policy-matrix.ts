import type { CallDoc } from '@app/contracts/call'
import { hours } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { peopleTable } from '@app/contracts/policy'
import { createLog, createServiceApp } from '@app/service'
import { serve } from '@app/service/serve'
import type { Identity } from '@app/session'
import { userWith } from '@app/session/user.fixture'
import { rightOf } from './rights'

// Every call of the API meets every kind of caller. The handlers are stand-ins: what is tested is the policy alone.

const origin = 'https://school.example'

/** The table that a call without a fixed one is about in these tests: one with personal data. */
export const anyTable = 'students'
export const callers = [
  ...['anonymous', 'user', 'staff with another right', 'staff with view', 'staff with edit', 'staff with export'],
  'staff with their own lessons',
  ...['admin', 'admin, signed in an hour ago'],
  ...['account with another right', 'account with edit and export'],
] as const
export type Caller = (typeof callers)[number]

function identityOf(caller: string, table: string): Identity | undefined {
  if (caller === 'anonymous') return undefined
  const signedInAt = new Date(Date.now() - (caller.endsWith('ago') ? hours(1) : 0))
  const level = caller === 'staff with view' || caller === 'staff with export' ? 'view' : 'edit'
  const isAccount = caller.startsWith('account')
  const rights = { [caller.endsWith('with another right') ? 'announcements' : table]: level } as const
  if (caller === 'staff with their own lessons')
    return { sid: 's1', user: userWith({ id: 'u1', role: 'staff', rights: { lessons: 'own' } }), signedInAt }
  const staff = { role: 'staff', rights, exports: caller.endsWith('export') ? [table] : [] } as const
  const role = caller === 'user' ? 'user' : 'admin'
  return {
    sid: 's1',
    user: userWith({ id: 'u1', ...(caller.startsWith('staff') || isAccount ? staff : { role }) }),
    signedInAt: isAccount ? new Date(0) : signedInAt,
    ...(isAccount && { isAccount: true }),
  }
}

type Asking = { headers?: Record<string, string>; isOverBudget?: boolean; table?: string; query?: string }

/** A service of these calls whose handlers are stand-ins. `outcome` is what a caller gets: `served`, or status and code. */
export function policyOf(docs: readonly CallDoc[]) {
  let served: string[] = []
  let isOverBudget = false
  let budget = ''
  let recorded: string[] = []
  const app = createServiceApp({
    log: createLog('test', 'silent'),
    api: {
      origin: { publicOrigin: origin, corsOrigins: [] },
      identify: async (request) => identityOf(request.headers.get('x-caller')!, request.headers.get('x-table')!),
      limits: async (limit) => {
        budget = limit
        if (isOverBudget) throw new AppError('too_many_requests', 'Too many.', undefined, { retryAfter: 7 })
      },
      audit: {
        during: (entry, action) => {
          recorded.push(entry.action)
          return action()
        },
      },
      routes: docs.map(({ call }) =>
        serve(call, () => {
          served.push(call.id)
          return new Response(null, { status: Number(Object.keys(call.response).find((one) => one.startsWith('2'))) })
        }),
      ),
    },
  })
  async function outcome(doc: CallDoc, caller: Caller, { isOverBudget: isOver = false, ...rest }: Asking = {}) {
    served = []
    isOverBudget = isOver
    const response = await app.handle(requestFor(doc, caller, rest))
    if (served.includes(doc.call.id)) return 'served'
    const { code } = (await response.json()) as { code: string }
    if (served.length > 0) throw new Error(`${doc.call.id} reached ${served}`)
    return `${response.status} ${code}`
  }
  /** The response to a request of another method at the path of this call. */
  const atPath = (doc: CallDoc, method: string) => {
    served = []
    isOverBudget = false
    const { url, headers } = requestFor(doc, 'admin', {})
    return app.handle(new Request(url, { method, headers }))
  }
  const cell = (text: string) => (text === 'served' ? '✓' : text.split(' ')[0]!)

  /** The budget that a call counts against, the last cell of its row. */
  async function budgetOf(doc: CallDoc): Promise<string> {
    await outcome(doc, 'admin')
    return budget
  }

  /** The actions that the audit records of a call that is served, apart from those that its handler adds. */
  async function recordedBy(doc: CallDoc): Promise<string[]> {
    recorded = []
    await outcome(doc, 'admin')
    return recorded
  }

  /** What is published of a call: every caller, the people of the sign-in an hour after it, another site, and the budget. */
  async function row(doc: CallDoc): Promise<string> {
    const cells = []
    for (const caller of callers) cells.push(cell(await outcome(doc, caller)))
    const onPeople = doc.call.path.includes(':table') || rightOf(doc.call, peopleTable)?.table === peopleTable
    cells.push(onPeople ? cell(await outcome(doc, 'admin, signed in an hour ago', { table: peopleTable })) : '')
    cells.push(onPeople ? cell(await outcome(doc, 'account with edit and export', { table: 'lessons' })) : '')
    const own = 'staff with their own lessons'
    cells.push(onPeople ? cell(await outcome(doc, own, { table: 'lessons' })) : '')
    cells.push(onPeople ? cell(await outcome(doc, own, { table: 'equipment' })) : '')
    cells.push(cell(await outcome(doc, 'admin', { headers: { 'sec-fetch-site': 'cross-site' } })))
    const right = rightOf(doc.call, anyTable)
    const access = right ? right.level : String(doc.call.access)
    return `| \`${doc.call.id}\` | ${access} | ${cells.join(' | ')} | ${await budgetOf(doc)} |`
  }
  const send = async (doc: CallDoc, body: unknown) => {
    served = []
    isOverBudget = false
    const response = await app.handle(requestFor(doc, 'admin', { body }))
    return { status: response.status, isServed: served.length > 0 }
  }
  return { outcome, row, budgetOf, recordedBy, send, atPath, wasServed: () => served }
}

export const columns = [
  ...callers,
  'admin, an hour ago, on users',
  'the account, on lessons',
  'staff with their own lessons, on lessons',
  'the same, on equipment',
  'admin, from another site',
  'budget',
]

const upload = () => {
  const form = new FormData()
  form.set('file', new File(['Name\nAda\n'], 'students.csv', { type: 'text/csv' }))
  return form
}

/** A request that fits the call: the examples of the reference. */
function requestFor(
  { call, parameters = {}, body }: CallDoc,
  caller: Caller,
  { headers = {}, table = anyTable, body: given, query: wanted }: Asking & { body?: unknown },
) {
  const right = rightOf(call, table)
  const example = (name: string) => String(parameters[name]?.example ?? '')
  const isTable = (name: string) => typeof call.access === 'object' && call.access.table === `:${name}`
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => (isTable(name) ? table : example(name)))
  const query = new URLSearchParams(
    Object.fromEntries(Object.keys(call.query?.entries ?? {}).map((name) => [name, example(name)])),
  )
  const isForm = call.body?.type === 'multipart/form-data'
  const named = typeof call.access === 'object' && typeof call.access.table !== 'string' && call.access.table.body
  const json = { ...(body?.example as object | undefined), ...(named && { [named]: table }) }
  const sent = given !== undefined ? given : Array.isArray(body?.example) ? body.example : json
  const hasBody = call.method !== 'get' && call.method !== 'delete'
  return new Request(`${origin}${path}${wanted ?? (query.size > 0 ? `?${query}` : '')}`, {
    method: call.method.toUpperCase(),
    headers: {
      ...(caller.startsWith('account') ? { authorization: 'Bearer secret' } : { 'sec-fetch-site': 'same-origin' }),
      'x-caller': caller,
      'x-table': right?.table ?? table,
      'x-requested-with': 'fetch',
      'idempotency-key': 'key-00001',
      ...(hasBody && !isForm && { 'content-type': call.body?.types?.[0] ?? call.body?.type ?? 'application/json' }),
      ...headers,
    },
    ...(hasBody && { body: isForm ? upload() : JSON.stringify(sent) }),
  })
}
