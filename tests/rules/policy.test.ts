import { type Call, type CallDoc, isMedia } from '@app/contracts/call'
import { callDocs } from '@app/contracts/calls'
import { expect, test } from 'vitest'
import { anyTable, type Caller, callers, columns, policyOf } from '../support/policy-matrix'
import { rightOf } from '../support/rights'
import { sources } from './source'

const { outcome, row, recordedBy } = policyOf(callDocs)

/** The calls that keep within a person's own lessons and the students in them; all others refuse staff with a right to these alone. */
const withinOwn = [
  ...['readTable', 'listRecords', 'readRecord', 'readHistory', 'listChoices', 'listReferrers'],
  ...['listViews', 'createView', 'changeView', 'deleteView'],
  ...['readMine', 'readRoster', 'readWaiting', 'createCalendarFeed'],
  ...['findWalkIns', 'addWalkIn', 'removeWalkIn', 'listWaiverTexts', 'signWaiver'],
]
/** Those that are about the lessons alone: marking them, and writing to who is in them. */
const markOwn = ['updateRecord', 'sendMailing', 'findMailingRecipients']

/** Of staff with a right to their own lessons alone. */
function expectedOfOwn({ call: { id, access } }: CallDoc, table: string): string {
  const right = typeof access === 'object' && rightOf({ access } as Call, table)
  if (!right) return access === 'admin' ? '403 forbidden' : 'served'
  if (right.table !== 'lessons' && right.table !== 'students') return '404 not_found'
  const isServed = withinOwn.includes(id) || (right.table === 'lessons' && markOwn.includes(id))
  return isServed ? 'served' : '403 forbidden'
}

/** Changes of the people who sign in, and whatever takes people out of the product, or into a file. */
const guarded = { edit: ['users'], export: ['users', 'contact_submissions', 'students', 'guardians'] }

/** Whether a call needs a recent sign-in. */
function isGuarded({ access, stepUp, limit }: Call): boolean {
  if (stepUp || typeof access === 'string') return stepUp === true || limit === 'export'
  const tables = limit === 'export' ? guarded.export : access.level === 'edit' ? guarded.edit : []
  return tables.includes(rightOf({ access } as Call, anyTable)!.table)
}

/** Written apart from the code that enforces it. */
function expected(doc: CallDoc, caller: Caller): string {
  const { access } = doc.call
  const right = rightOf(doc.call, anyTable)
  if (access === 'public') return 'served'
  if (caller.startsWith('account')) {
    // What belongs to a person or to admins, what brings something back, and what people sign; nothing that needs a recent sign-in.
    const isClosed =
      ((access === 'user' || access === 'admin') && doc.call.id !== 'getAdminStatus') ||
      [
        ...['restoreRecord', 'revertRecord', 'listCalendarFeeds', 'deleteCalendarFeed', 'signWaiver'],
        ...['findWalkIns', 'addWalkIn', 'removeWalkIn'],
      ].includes(doc.call.id)
    if (isClosed || isGuarded(doc.call)) return '403 forbidden'
    return right && caller.endsWith('another right') ? '404 not_found' : 'served'
  }
  if (caller === 'anonymous') return '401 not_signed_in'
  if (access === 'user' && !caller.endsWith('ago')) return 'served'
  if (access !== 'user' && caller === 'user') return '403 forbidden'
  if (caller === 'staff with their own lessons') return expectedOfOwn(doc, anyTable)
  if (caller.startsWith('staff')) {
    if (access === 'admin') return '403 forbidden'
    if (!right) return 'served'
    if (caller === 'staff with another right') return '404 not_found'
    const has = { view: ['view'], edit: ['view', 'edit'], export: ['view', 'export'] }
    return has[caller.slice('staff with '.length) as keyof typeof has].includes(right.level)
      ? 'served'
      : '403 forbidden'
  }
  return caller.endsWith('ago') && isGuarded(doc.call) ? '403 recent_sign_in_required' : 'served'
}

test.each(callers)('%s is served and refused as the policy of each call says', async (caller) => {
  const wrong: string[] = []
  for (const doc of callDocs) {
    const [is, shouldBe] = [await outcome(doc, caller), expected(doc, caller)]
    if (is !== shouldBe) wrong.push(`${doc.call.id}: ${shouldBe}, but ${is}`)
  }
  expect(wrong).toEqual([])
})

test('staff with a right to their own lessons make only the calls that keep within them', async () => {
  const wrong: string[] = []
  for (const doc of callDocs)
    for (const table of ['lessons', 'students', 'equipment', 'users']) {
      const [is, shouldBe] = [
        await outcome(doc, 'staff with their own lessons', { table }),
        doc.call.access === 'public' || doc.call.access === 'user' ? 'served' : expectedOfOwn(doc, table),
      ]
      if (is !== shouldBe) wrong.push(`${doc.call.id} of ${table}: ${shouldBe}, but ${is}`)
    }
  expect(wrong).toEqual([])
})

test('what leaves as a file of records uses the budget of exports, which asks for a recent sign-in where they are persons', () => {
  const asFile = callDocs.filter(({ call: { access, audit, response } }) => {
    const types = Object.values(response).flatMap((one) => (one && isMedia(one) ? one.type : []))
    const isFile = types.some((type) => ['text/csv', 'text/plain'].includes(type))
    const isExport = (audit && audit.action === 'export') || (typeof access === 'object' && access.level === 'export')
    return access !== 'public' && (isFile || isExport)
  })
  const idsOf = (docs: readonly CallDoc[]) => docs.map(({ call }) => call.id).sort()
  expect(idsOf(asFile)).toEqual(idsOf(callDocs.filter(({ call }) => call.limit === 'export')))
  expect(asFile.length).toBeGreaterThan(4)
})

test('the handler of a call reads and writes within the scope of its caller', () => {
  const routes = sources.filter(
    ({ path, isTest }) => /^services\/[^/]+\/src\/[a-z]+\/((.+-)?routes|module)\.ts$/.test(path) && !isTest,
  )
  expect(routes.length).toBeGreaterThan(30)
  expect(routes.filter(({ text }) => /\beverything\b.*@app\/record-query/.test(text)).map(({ path }) => path)).toEqual(
    [],
  )
})

test('a secret beside a cookie is refused, and one without needs no page of this origin', async () => {
  const account = callers.at(-1)!
  for (const doc of callDocs) {
    const { id, method, access } = doc.call
    const beside = await outcome(doc, account, { headers: { cookie: 'session=x' } })
    expect([id, beside]).toEqual([id, '400 invalid_request'])
    if (method !== 'get' && access !== 'public')
      expect([id, await outcome(doc, account)]).toEqual([id, expected(doc, account)])
  }
})

test('a page of another site causes no change', async () => {
  for (const doc of callDocs) {
    const { method, origin: rule, id } = doc.call
    const isOpen = rule === 'any' || (method === 'get' && rule !== 'same')
    const is = await outcome(doc, 'admin', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect([id, is]).toEqual([id, isOpen ? 'served' : '403 forbidden'])
  }
})

test('a body beyond its maximum is refused before it is read, and only for callers who may call', async () => {
  for (const doc of callDocs) {
    const { method, id, access } = doc.call
    if (method === 'get' || method === 'delete') continue
    const tooLarge = { headers: { 'content-length': String(100 * 1024 * 1024) } }
    expect([id, await outcome(doc, 'admin', tooLarge)]).toEqual([id, '413 payload_too_large'])
    if (access !== 'public') expect([id, await outcome(doc, 'anonymous', tooLarge)]).toEqual([id, '401 not_signed_in'])
  }
})

test('beyond a budget no call is served; callers without access learn nothing of budgets', async () => {
  for (const doc of callDocs) {
    const { id, access } = doc.call
    expect([id, await outcome(doc, 'admin', { isOverBudget: true })]).toEqual([id, '429 too_many_requests'])
    if (access !== 'public')
      expect([id, await outcome(doc, 'anonymous', { isOverBudget: true })]).toEqual([id, '401 not_signed_in'])
  }
})

/** Calls that change nothing of the school, or only what is the caller's own; and what visitors send. */
const unrecorded = [
  ...['sendCode', 'signOut', 'endSession', 'endSessions', 'beginPasskey', 'beginPasskeySignIn', 'renamePasskey'],
  ...['requestAccess', 'submitForm', 'unsubscribe', 'receiveHook', 'receiveReports', 'checkSender', 'testWebhook'],
  ...['previewIncomingHook', 'previewMail', 'previewLessonReminder', 'previewSchema', 'findMailingRecipients'],
  ...['startImport', 'changeImport', 'saveDraft', 'saveSiteDraft', 'countVisit', 'createView', 'changeView'],
  ...['deleteView', 'markSetupStep', 'hideSetup'],
]

test('every other call that changes something is one entry of the audit, added by the call or by its handler', async () => {
  for (const doc of callDocs) {
    const { id, method, audit } = doc.call
    if (method === 'get' && !audit) continue
    const recorded = await recordedBy(doc)
    const isByAction = audit && audit.by === 'action'
    const expected = unrecorded.includes(id) || isByAction ? [] : [audit ? audit.action : 'an entry']
    expect([id, recorded]).toEqual([id, expected])
  }
})

test('who may call what is published as a table', async () => {
  const rows = []
  for (const doc of callDocs) rows.push(await row(doc))
  const text = `# Who may call what

Every call of the API and every kind of caller, as tested. Staff have their right on the table that the call is about. 401: not
signed in; 403: not allowed, or only after a recent sign-in; 404: the table may not be seen. Calls that concern no table return
only what the caller's rights cover. The last columns: an admin who signed in an hour ago, where the call is about people who sign in; a
service account on a table without personal data; staff who may see and mark their own lessons alone, on these and on a table that is neither
lessons nor students; an admin's browser on a page of another site; the budget that the call uses. A service account has rights as staff have them; 403: the call is
closed to accounts, or needs a recent sign-in for the table. Generated by \`tests/rules/policy.test.ts\`; after a change of a policy, run it with \`-u\`.

| call | access | ${columns.join(' | ')} |
| --- | --- |${' :-: |'.repeat(columns.length)}
${rows.join('\n')}
`
  await expect(text).toMatchFileSnapshot('../../docs/security/rights.md')
})
