import { mapLimited } from '@app/concurrency/map-limited'
import { calls } from '@app/contracts/calls'
import { honeypotField } from '@app/contracts/forms'
import { colorsName, shippedColors } from '@app/contracts/website/colors'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callOf, responseFault } from '../support/api-document'
import { createAuthenticator } from '../support/authenticator'
import { type Browser, createBrowser, inTurn } from '../support/browser'
import { everyCase } from '../support/cases'
import { storeUnmatchedMail } from '../support/inbound-mail'
import { inquiry } from '../support/inquiry'
import { adminEmail, buildOfEmptyPages, everything, type Product, startProduct } from '../support/product'
import { beginGoogle } from '../support/provider'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
let admin: Browser
let visitor: Browser
const anonymous = () => createBrowser(product.site)
const nowhere = 'f'.repeat(24)

/** The statuses each operation has answered with. */
const seen = new Map<string, Set<number>>()

beforeAll(async () => {
  product = await startProduct({ SEED_SAMPLES: 'true', OTP_ALLOW_UNKNOWN: 'true' }, { pages: false, only: everything })
  admin = createBrowser(product.site)
  visitor = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  await signIn(visitor, product, 'visitor@example.com')
})
afterAll(() => product?.stop())

type Ask = {
  who?: Browser
  to?: Record<string, string>
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Calls an operation, checks the answer against the document and returns its body. */
async function call(
  id: string,
  status: number | number[],
  { who = admin, to = {}, query = '', body, headers = {} }: Ask = {},
) {
  const { method, path } = callOf(id)
  const address = path.replace(/:(\w+)/g, (_, name) => to[name] ?? '')
  const isForm = body instanceof FormData
  const cookie = [...who.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const request: RequestInit = {
    method: method.toUpperCase(),
    redirect: 'manual',
    headers: {
      ...(cookie && { cookie }),
      'sec-fetch-site': 'same-origin',
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
  }
  const answer = await inTurn(() => fetch(`${product.site}${address}${query}`, request))
  const text = await answer.text()
  expect([id, answer.status, text.slice(0, 200)]).toEqual([id, expect.toBeOneOf([status].flat()), expect.any(String)])
  expect([id, responseFault(id, answer, text)]).toEqual([id, undefined])
  seen.set(id, (seen.get(id) ?? new Set()).add(answer.status))
  return answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
}

const picture = () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const form = new FormData()
  form.set('file', new File([Buffer.from(png, 'base64')], 'target.png', { type: 'image/png' }))
  return form
}

test('sign-in answers match the reference', async () => {
  await call('signInProviders', 200, { who: anonymous() })
  await call('sendCode', 200, { who: anonymous(), body: { email: 'ada@example.com' } })
  await call('sendCode', 400, { who: anonymous(), body: { email: 'no address' } })
  await call('sendCode', 400, { who: anonymous(), body: '{' })
  await call('sendCode', 403, { who: anonymous(), body: {}, headers: { 'sec-fetch-site': 'cross-site' } })
  await call('sendCode', 415, { who: anonymous(), body: 'x', headers: { 'content-type': 'text/plain' } })
  await call('sendCode', 413, { who: anonymous(), body: { email: 'x'.repeat(20_000) } })
  await call('verifyCode', 400, { who: anonymous(), body: { email: 'ada@example.com', otp: '000000' } })
  const fresh = anonymous()
  await fresh.post('/api/send-otp', { email: 'new@example.com' })
  const code = async () =>
    /\b\d{6}\b/.exec((await product.mails()).find(({ to }) => to[0]?.address === 'new@example.com')?.text ?? '')?.[0]
  await expect.poll(code).toBeTruthy()
  await call('verifyCode', 200, { who: fresh, body: { email: 'new@example.com', otp: await code() } })

  const query = `?originUrl=${encodeURIComponent(product.site)}`
  await call('beginGoogle', 200, { who: anonymous(), query })
  await call('beginGoogle', 400, { who: anonymous(), query: '?originUrl=https%3A%2F%2Fevil.example' })
  const google = anonymous()
  const { code: given, state } = await beginGoogle(google, product.site, { email: 'by-google@example.com' })
  await call('finishGoogle', 400, { who: anonymous(), body: { code: given, state } })
  await call('finishGoogle', 200, { who: google, body: { code: given, state } })
  const unverified = anonymous()
  const second = await beginGoogle(unverified, product.site, { email: 'unsure@example.com', verified: false })
  await call('finishGoogle', 403, { who: unverified, body: { code: second.code, state: second.state } })
})

test('answers to a signed-in user match the reference', async () => {
  await call('getCurrentUser', 200, { who: visitor })
  await call('saveSignature', 200, { body: { text: 'Ivy\nHead coach' } })
  await call('saveSignature', 422, { body: { text: 'x'.repeat(501) } })
  await call('getAdminStatus', 200, { who: visitor })
  await call('checkRecentSignIn', 200, { who: visitor })
  await call('requestAccess', 200, { who: visitor, body: {} })
  for (const id of ['getCurrentUser', 'getAdminStatus', 'checkRecentSignIn', 'listSessions'])
    await call(id, 401, { who: anonymous() })
  await call('readAbout', 200, {})
  await call('readAbout', 403, { who: visitor })
  await call('requestAccess', 409, { body: {} })
  await call('requestAccess', 401, { who: anonymous(), body: {} })
  await call('listSessions', 200, { who: visitor })
  await call('endSession', 404, { who: visitor, to: { id: 'nothing' } })

  const twice = anonymous()
  await signIn(twice, product, 'twice@example.com')
  const [mine] = await call('listSessions', 200, { who: twice })
  await call('endSession', 200, { who: twice, to: { id: mine.id } })
  await signIn(twice, product, 'thrice@example.com')
  await call('endSessions', 200, { who: twice })
  await call('endSessions', 401, { who: twice })
  await call('endSession', 401, { who: twice, to: { id: 'nothing' } })
  await call('signOut', 200, { who: twice, body: {} })
  await call('signOut', 400, { who: twice, body: { everywhere: 'perhaps' } })
  await call('signOutByLink', 200, { who: twice })
  await call('signOutByLink', 403, { who: twice, headers: { 'sec-fetch-site': 'cross-site' } })
})

test('answers of passkeys match the reference', async () => {
  const owner = anonymous()
  await signIn(owner, product, 'keys@example.com')
  const key = createAuthenticator(product.site)
  const { challenge } = await call('beginPasskey', 200, { who: owner })
  const body = { name: 'Laptop', response: key.create(challenge) }
  await call('createPasskey', 422, { who: owner, body: { ...body, name: '' } })
  const { id } = await call('createPasskey', 201, { who: owner, body })
  await call('createPasskey', 400, { who: owner, body })
  expect(await call('listPasskeys', 200, { who: owner })).toMatchObject([{ id, name: 'Laptop', lastUsedAt: null }])

  const given = await call('beginPasskeySignIn', 200, { who: anonymous() })
  const proof = { keep: false, response: key.get(given.challenge) }
  const { user } = await call('finishPasskeySignIn', 200, { who: anonymous(), body: proof })
  expect(user).toMatchObject({ email: 'keys@example.com' })
  await call('finishPasskeySignIn', 400, { who: anonymous(), body: proof })

  const name = { name: 'Old laptop' }
  expect(await call('renamePasskey', 200, { who: owner, to: { id }, body: name })).toMatchObject({ id, ...name })
  await call('renamePasskey', 404, { who: visitor, to: { id }, body: name })
  await call('renamePasskey', 422, { who: owner, to: { id }, body: { name: '\u200b' } })
  await call('deletePasskey', 404, { who: visitor, to: { id } })
  await call('deletePasskey', 200, { who: owner, to: { id } })
  const asked = await call('beginPasskeySignIn', 200, { who: anonymous() })
  await call('finishPasskeySignIn', 400, { who: anonymous(), body: { response: key.get(asked.challenge) } })
  for (const name of ['listPasskeys', 'beginPasskey', 'deletePasskey'])
    await call(name, 401, { who: anonymous(), to: { id } })
  await call('createPasskey', 401, { who: anonymous(), body })

  const long = new Date(Date.now() - 16 * 60_000)
  await product.db.collection('sessions').updateMany({ user_id: user.id }, { $set: { created_at: long } })
  await call('beginPasskey', 403, { who: owner })
})

test('answers of forms and inquiries match the reference', async () => {
  const message = inquiry()
  const { id } = await call('submitForm', 200, { who: anonymous(), body: message })
  await call('submitForm', 409, { who: anonymous(), body: message })
  await call('submitForm', 422, { who: anonymous(), body: { formId: 'contact_form', name: '' } })
  await call('submitForm', 422, { who: anonymous(), body: {} })
  await call('submitForm', 400, { who: anonymous(), body: '[]' })
  await call('submitForm', 404, { who: anonymous(), body: inquiry({ formId: 'none' }) })
  await call('submitForm', 400, { who: anonymous(), body: inquiry(), headers: { 'idempotency-key': '!' } })

  await call('countInquiries', 200)
  await call('readInquiry', 200, { to: { id } })
  await call('draftReplies', 200, { to: { id } })
  await call('draftReplies', 200, { to: { id }, query: '?all=true' })
  await call('readConversation', 200, { to: { id } })
  await call('setInquiryStatus', 200, { to: { id }, body: { status: 'in_progress' } })
  await call('setInquiryStatus', 422, { to: { id }, body: { status: 'lost' } })
  await call('resendMails', 409, { to: { id }, body: {} })
  await call('releaseInquiry', 409, { to: { id }, body: {} })
  await until(
    'the mail to be sent',
    async () => (await admin.get(`/api/forms/submissions/${id}`)).body.mailState === 'sent',
  )
  const failed = { 'mails.0.state': 'failed', mail_state: 'failed' }
  await product.db.collection('contact_submissions').updateOne({ _id: new ObjectId(String(id)) }, { $set: failed })
  await call('resendMails', 200, { to: { id }, body: {} })
  const spam = await call('submitForm', 200, { who: anonymous(), body: inquiry({ [honeypotField]: 'x' }) })
  await call('replyToInquiry', 409, { to: { id: spam.id }, body: { subject: 'A', text: 'B' } })
  await call('releaseInquiry', 200, { to: { id: spam.id }, body: {} })
  await call('markAsSpam', 200, { to: { id: spam.id }, body: {} })
  await call('markAsSpam', 409, { to: { id: spam.id }, body: {} })
  await call('listInbox', 200)
  await call('followInbox', 200, { query: '?for=1' })
  await call('followInbox', 400, { query: '?for=60' })
  await call('exportConversation', 200, { to: { id } })
  await call('frameMail', 200, { query: '?pictures=true' })
  await call('listColleagues', 200)
  await call('readConversation', 200, { to: { id } })
  await call('assignInquiry', 200, { to: { id }, body: { person: null } })
  await call('assignInquiry', 422, { to: { id }, body: { person: nowhere } })
  await call('snoozeInquiry', 200, { to: { id }, body: { until: null } })
  await call('snoozeInquiry', 409, { to: { id: spam.id }, body: { until: null } })
  await call('addNote', 200, { to: { id }, body: { text: 'Is the range free?' } })
  await call('saveDraft', 200, { to: { id }, body: { subject: '', text: 'Hi' } })
  const asked = { 'x-requested-with': 'test' }
  const added = await call('uploadReplyFile', 201, { to: { id }, body: picture(), headers: asked })
  await call('uploadReplyFile', 404, { to: { id: nowhere }, body: picture(), headers: asked })
  await call('downloadReplyFile', 200, { to: { id, file: added.id } })
  await call('downloadReplyFile', 404, { to: { id, file: nowhere } })
  await call('undoReply', 409, { to: { id }, body: { reply: 'none' } })
  await call('replyToInquiry', 409, { to: { id }, body: { subject: 'A', text: 'B', seen: 'none' } })
  await call('replyToInquiry', 422, { to: { id }, body: { subject: '', text: '' } })
  await call('replyToInquiry', 200, { to: { id }, body: { subject: 'Your party', text: 'Saturday is free.' } })
  const later = { subject: 'Later', text: 'Hi', sendAt: new Date(Date.now() + 3_600_000).toISOString() }
  const held = await call('replyToInquiry', 200, { to: { id }, body: later })
  await call('undoReply', 200, { to: { id }, body: { reply: held.mails.at(-1).messageId } })
  await call('readInquiry', 200, { to: { id } })
  for (const [name, body] of [
    ['readInquiry', undefined],
    ['draftReplies', undefined],
    ['setInquiryStatus', { status: 'new' }],
    ['resendMails', {}],
    ['releaseInquiry', {}],
    ['replyToInquiry', { subject: 'Your party', text: 'Saturday is free.' }],
  ] as const)
    await call(name, 404, { to: { id: nowhere }, body })
  await call('readPersonFile', 200, { query: `?email=${encodeURIComponent(message.email)}` })
  await call('readPersonFile', 400, { query: '?email=nobody' })
  await call('previewErasure', 200, { query: `?emails=${encodeURIComponent(message.email)}` })
  await call('eraseAddress', 422, { body: { email: 'no address' } })
  await call('eraseAddress', 200, { body: { email: message.email } })
})

test('answers of incoming mails match the reference', async () => {
  await call('listInbound', 200)
  await call('listInbound', 400, { query: '?state=lost' })
  const { id } = await call('submitForm', 200, { who: anonymous(), body: inquiry() })
  const mail = await storeUnmatchedMail(product.db)
  await call('countInbound', 200)
  await call('readInbound', 200, { to: mail })
  await call('readInbound', 404, { to: { id: nowhere } })
  await call('downloadAttachment', 200, { to: mail })
  await call('downloadAttachment', 404, { to: { ...mail, file: nowhere } })
  await call('attachInbound', 422, { to: mail, body: { inquiry: nowhere } })
  await call('attachInbound', 200, { to: mail, body: { inquiry: id } })
  await call('readMessage', 200, { to: { id, message: mail.id } })
  await call('readMessage', 404, { to: { id, message: nowhere } })
  await call('makeInquiry', 409, { to: mail, body: {} })
  await call('makeInquiry', 200, { to: await storeUnmatchedMail(product.db), body: {} })
  for (const name of ['makeInquiry', 'attachInbound'])
    await call(name, 404, { to: { id: nowhere }, body: name === 'makeInquiry' ? {} : { inquiry: id } })
})

test('answers of actions on several inquiries and on a day match the reference', async () => {
  const { id } = await call('submitForm', 200, { who: anonymous(), body: inquiry() })
  await call('startInquiryBatch', 200, { body: { action: 'close', ids: [id] } })
  await call('startInquiryBatch', 400, { body: { action: 'close', query: 'nothing=1' } })
  await call('startInquiryBatch', 409, { body: { action: 'close', query: '', expected: 9_999 } })
  await call('startInquiryBatch', 422, { body: { action: 'lose', ids: [id] } })
  await call('undoInquiryAction', 200, { to: { id }, body: {} })
  await call('undoInquiryAction', 409, { to: { id }, body: {} })
  await call('undoInquiryAction', 404, { to: { id: nowhere }, body: {} })
  const [student, second] = await Promise.all(
    ['Wendy Wait', 'Will Wait'].map(async (name) => {
      const birth = { birth_date: '1990-05-01', level: 'beginner', email: `${name.slice(0, 4)}@visitor.example` }
      return (await call('createRecord', 201, { to: { table: 'students' }, body: { name, ...birth } })).id as string
    }),
  )
  const soon = new Date(Date.now() + 86_400_000).toISOString()
  const seats = { kind: 'group', place: 'roseville', minutes: 60, seats: 1, waiting: [student, second] }
  const lesson = await call('createRecord', 201, {
    to: { table: 'lessons' },
    body: { title: 'Sought after', starts_at: soon, ...seats },
  })
  // One of two at the same moment; the seat of the real database goes to one.
  const to = { id: lesson.id }
  const asked = await Promise.all(
    [student, second].map((one) =>
      admin.post(`/api/lessons/${lesson.id}/offer`, { student: one, until: soon }).then(({ status }) => status),
    ),
  )
  expect(asked.toSorted()).toEqual([200, 409])
  const { waiting } = await call('readWaiting', 200, { to })
  expect(waiting.filter(({ offer }: { offer: object | null }) => offer)).toMatchObject([
    { offer: { until: soon, isOpen: true, isMailed: true } },
  ])
  const [held, other] = asked[0] === 200 ? [student, second] : [second, student]
  await call('offerSeat', 200, { to, body: { student: held, until: soon } })
  await call('offerSeat', 409, { to, body: { student: other, until: soon } })
  await call('offerSeat', 422, { to, body: { student: nowhere, until: soon } })
  await call('readWaiting', 404, { to: { id: nowhere } })
  const { data: named } = await call('findWalkIns', 200, { to, query: '?q=brook' })
  expect(named.every((one: object) => Object.keys(one).join() === 'id,label')).toBe(true)
  await call('findWalkIns', 404, { to: { id: nowhere }, query: '?q=brook' })
  await call('addWalkIn', 409, { to, body: { student: other } })
  await call('addWalkIn', 422, { to, body: { student: nowhere } })
  await call('addWalkIn', 404, { to: { id: nowhere }, body: { student: held } })
  await call('addWalkIn', 200, { to, body: { student: held } })
  await call('removeWalkIn', 200, { to: { ...to, student: held! } })
  await call('removeWalkIn', 404, { to: { id: nowhere, student: held! } })
  await call('cancelDay', 200, { to: { date: '2999-01-01' }, body: { reason: 'the storm' } })
  await call('cancelDay', 422, { to: { date: '2020-01-01' }, body: { reason: 'the storm' } })
})

test('answers of the first steps and about sample records match the reference', async () => {
  await call('readSetup', 200)
  await call('markSetupStep', 200, { to: { step: 'hours' }, body: { as: 'confirmed' } })
  await call('markSetupStep', 422, { to: { step: 'students' }, body: { as: 'confirmed' } })
  await call('hideSetup', 200, { body: { hidden: true } })
  await call('hideSetup', 422, { body: {} })
  await call('readSamples', 200)
  await call('removeSamples', 409, { body: { changed: [nowhere] } })
  await call('removeSamples', 422, { body: { changed: ['all'] } })
})

test('answers of the inquiry settings match the reference', async () => {
  const { settings, version } = await call('readFormSettings', 200)
  const changed = { settings: { ...settings, notificationSubject: 'From {name}' }, version }
  await call('changeFormSettings', 200, { body: changed })
  await call('changeFormSettings', 409, { body: changed })
  await call('changeFormSettings', 422, { body: { settings: { ...settings, recipient: 'no address' }, version } })
  const template = { subject: 'Thank you, {name}', text: 'Hi {first_name}' }
  await call('previewMail', 200, { body: template })
  await call('previewMail', 400, { body: { subject: 'Thank you' } })
})

test('answers of mailings match the reference', async () => {
  const values = { name: 'Ada', birth_date: '1990-05-01', level: 'beginner', email: 'ada@example.com' }
  const student = await call('createRecord', 201, { to: { table: 'students' }, body: values })
  const mailing = {
    subject: 'No lessons',
    text: 'See you on Sunday.',
    about: { table: 'students', ids: [student.id] },
    to: ['students'],
  }
  const key = () => ({ 'idempotency-key': crypto.randomUUID() })
  const { subject, text, ...audience } = mailing
  await call('findMailingRecipients', 200, { body: audience })
  await call('findMailingRecipients', 422, { body: { ...audience, to: [] } })
  const { id } = await call('sendMailing', 201, { body: mailing, headers: key() })
  await call('sendMailing', 400, { body: mailing })
  await call('sendMailing', 422, { body: { ...mailing, to: [] }, headers: key() })
  await call('readMailing', 200, { to: { id } })
  await call('readMailing', 404, { to: { id: nowhere } })
  await call('readMailAllowance', 200)

  // The recipient leaves by the header of the mail, and is listed as such before the next mailing.
  const mail = await until('the mail', async () => (await product.mails()).find((one) => one.subject === subject))
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const query = new URL(mail.headers['list-unsubscribe']!.slice(1, -1)).search
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }
  const leave = { who: anonymous(), body: 'List-Unsubscribe=One-Click', headers }
  await call('showUnsubscribe', 200, { who: anonymous(), query })
  expect((await call('findMailingRecipients', 200, { body: audience })).withoutAddress).toEqual([])
  await call('unsubscribe', 200, { ...leave, query })
  await call('unsubscribe', 404, { ...leave, query: '?t=forged' })
  const suppressed = { email: values.email, reason: 'unsubscribed' }
  expect(await call('findMailingRecipients', 200, { body: audience })).toMatchObject({
    recipients: [],
    withoutAddress: [{ id: student.id, suppressed }],
  })
  expect((await call('findSuppressed', 200, { query: '?email=Ada@example.com' })).suppressed).toMatchObject(suppressed)
  expect(await call('listSuppressed', 200)).toMatchObject({ data: [suppressed], total: 1 })
  await call('retryAddress', 200, { body: { email: values.email } })
  await call('retryAddress', 404, { body: { email: values.email } })
  expect((await call('findMailingRecipients', 200, { body: audience })).recipients).toHaveLength(1)
})

test('answers of the email settings match the reference', async () => {
  await call('checkSender', 202)
  const { sender } = await until('the records', async () => {
    const read = await call('readDeliverability', 200)
    return read.sender && read
  })
  expect(sender.checks.map(({ name }: { name: string }) => name)).toEqual(['SPF', 'DKIM', 'DMARC', 'Reverse DNS'])
  const { id } = await call('sendTestMail', 201)
  await until('the test mail', async () => (await call('readTestMail', 200, { to: { id } })).state === 'sent')
  await call('readTestMail', 404, { to: { id: nowhere } })
})

test('answers of people match the reference', async () => {
  const person = { name: 'Robin', role: 'staff', rights: { lessons: 'edit' }, exports: [] }
  await call('listPeople', 200)
  const invited = await call('invitePerson', 201, { body: { ...person, email: 'robin@example.com' } })
  await call('invitePerson', 422, { body: { ...person, email: 'robin' } })
  const { id } = invited.person
  await call('updatePerson', 200, { to: { id }, body: { ...person, disabled: true } })
  await call('updatePerson', 404, { to: { id: nowhere }, body: { ...person, disabled: true } })
  await call('deletePerson', 200, { to: { id } })
  await call('deletePerson', 404, { to: { id } })
})

test('answers about reminders of lessons match the reference', async () => {
  const { settings, version } = await call('readLessonReminders', 200)
  const { subject, text } = settings
  await call('previewLessonReminder', 200, { body: { subject, text } })
  await call('changeLessonReminders', 422, { body: { settings: { ...settings, time: '25:00' }, version } })
  await call('changeLessonReminders', 200, { body: { settings, version } })
  await call('changeLessonReminders', 409, { body: { settings, version } })
  await call('listReminderCalls', 200)
  const { data: lessons } = await call('listRecords', 200, { to: { table: 'lessons' } })
  const lesson = lessons.find(({ students }: { students: unknown[] | null }) => students?.length)
  const about = { lesson: lesson.id, startsAt: lesson.starts_at, person: lesson.students[0], called: true }
  await call('noteReminderCall', 200, { body: about })
  await call('noteReminderCall', 404, { body: { ...about, lesson: nowhere } })
  await call('noteReminderCall', 422, { body: { ...about, startsAt: 'soon' } })
})

test('answers about the weekly letter match the reference', async () => {
  const { settings, version } = await call('readWeeklyLetter', 200)
  await call('changeWeeklyLetter', 422, { body: { settings: { ...settings, weekday: 7 }, version } })
  await call('changeWeeklyLetter', 200, { body: { settings, version } })
  await call('changeWeeklyLetter', 409, { body: { settings, version } })
})

test('answers about waivers match the reference', async () => {
  const [{ version: replaces }] = (await call('listWaiverTexts', 200)).data
  const text = { text: 'The waiver of the school.', months: 12, replaces }
  const { version } = await call('publishWaiverText', 201, { body: text })
  await call('publishWaiverText', 409, { body: { ...text, text: 'Another.' } })
  await call('publishWaiverText', 422, { body: { ...text, text: '' } })
  const [{ id }] = (await call('listRecords', 200, { to: { table: 'students' }, query: '?birth_date__lt=2000-01-01' }))
    .data
  const drawing = { width: 600, height: 200, path: 'M40 120L62 80' }
  const signed = { signer: 'Rosa Brook', relation: 'parent', textVersion: version, drawing }
  const [to, headers] = [{ id }, { 'idempotency-key': crypto.randomUUID() }]
  await call('signWaiver', 201, { to, headers, body: signed })
  await call('signWaiver', 409, { to, body: { ...signed, textVersion: replaces } })
  await call('signWaiver', 422, { to, body: { ...signed, textVersion: version + 1 } })
  await call('signWaiver', 404, { to: { id: nowhere }, body: signed })
  await call('listWaivers', 200, { to })
  await call('listWaivers', 404, { to: { id: nowhere } })
})

test('answers to service accounts and about them match the reference', async () => {
  const account = { name: 'Bookkeeper', rights: { lessons: 'view' }, exports: [], expiresAt: null }
  const { id, secret } = await call('createServiceAccount', 201, { body: account })
  await call('createServiceAccount', 409, { body: account })
  await call('createServiceAccount', 422, { body: { ...account, name: '' } })
  await call('listServiceAccounts', 200)
  await call('readServiceAccount', 200, { to: { id } })
  await call('changeServiceAccount', 200, { to: { id }, body: { ...account, rights: { lessons: 'edit' } } })
  const { n } = await call('addAccountSecret', 201, { to: { id } })
  await call('addAccountSecret', 409, { to: { id } })
  await call('deleteAccountSecret', 200, { to: { id, n } })
  await call('deleteAccountSecret', 404, { to: { id, n } })

  const program = { who: anonymous(), headers: { authorization: `Bearer ${secret}` } }
  await call('listRecords', 200, { ...program, to: { table: 'lessons' } })
  await call('listRecords', 404, { ...program, to: { table: 'students' } })
  await call('listServiceAccounts', 403, program)
  await call('listRecords', 400, { to: { table: 'lessons' }, headers: { authorization: `Bearer ${secret}` } })

  await call('deleteServiceAccount', 200, { to: { id } })
  for (const name of ['readServiceAccount', 'deleteServiceAccount', 'addAccountSecret'])
    await call(name, 404, { to: { id } })
  await call('changeServiceAccount', 404, { to: { id }, body: account })
  await call('listRecords', 401, { ...program, to: { table: 'lessons' } })
})

test('answers of the feed of events match the reference', async () => {
  await call('readEvents', 200, { query: '?table=lessons&types=record.created,record.updated' })
  await call('readEvents', 400, { query: '?after=yesterday' })
  await call('readEvents', 404, { query: '?table=sessions' })
  await call('readEvents', 410, { query: '?after=999999.00000000' })
})

test('answers of webhooks match the reference', async () => {
  // Nothing listens there: an attempt that fails is an answer as well.
  const url = 'http://127.0.0.1:9/hook'
  const { id } = await call('createWebhook', 201, { body: { url, types: ['record.created'], tables: ['lessons'] } })
  const to = { id }
  await call('createWebhook', 422, { body: { url: 'no address' } })
  await call('listWebhooks', 200)
  await call('readWebhook', 200, { to })
  await call('changeWebhook', 200, { to, body: { url, active: true } })
  await call('rotateWebhookSecret', 201, { to })
  expect(await call('testWebhook', 200, { to })).toMatchObject({ status: null, error: expect.any(String) })
  await call('listDeliveries', 200, { to })
  const period = { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' }
  await call('replayDeliveries', 202, { to, body: period })
  await call('replayDeliveries', 422, { to, body: { from: 'yesterday' } })
  await call('deleteWebhook', 200, { to })
  for (const name of ['readWebhook', 'deleteWebhook', 'rotateWebhookSecret', 'testWebhook', 'listDeliveries'])
    await call(name, 404, { to })
  await call('changeWebhook', 404, { to, body: { url, active: true } })
  await call('replayDeliveries', 404, { to, body: period })
})

test('answers of incoming hooks match the reference', async () => {
  const table = 'announcements'
  const body = { name: 'Booking site', source: 'other', table }
  const { id, url } = await call('createIncomingHook', 201, { body })
  await call('createIncomingHook', 422, { body: { ...body, table: 'users' } })
  const [to, sender] = [{ id }, { who: anonymous() }]
  const secretOf = (at: string) => ({ id: at.slice(at.lastIndexOf('/') + 1) })
  const receive = (status: number, at: string, sent: unknown) =>
    call('receiveHook', status, { ...sender, to: secretOf(at), body: sent })
  const check = (status: number, at: string) => call('checkHook', status, { ...sender, to: secretOf(at) })
  await check(200, url)
  const { delivery } = await receive(202, url, { id: '7', text: 'Booked', kind: 'unheard of' })
  await receive(400, url, '[')
  await receive(404, 'x'.repeat(43), { id: '7' })
  await call('listIncomingHooks', 200)
  const { proposed } = await call('readIncomingHook', 200, { to })
  expect(proposed).toMatchObject({ externalId: 'id', mapping: { text: 'text', kind: 'kind' } })
  expect((await call('previewIncomingHook', 200, { to, body: proposed })).data).toMatchObject([{ state: 'waiting' }])
  await call('previewIncomingHook', 422, { to, body: { ...proposed, match: 'nothing' } })
  const change = { name: 'Booking site', state: 'active', ...proposed }
  await call('changeIncomingHook', 422, { to, body: { ...change, name: '' } })
  await call('changeIncomingHook', 200, { to, body: change })
  const states = async () => (await call('listReceived', 200, { to })).data.map(({ state }: { state: string }) => state)
  await until('the delivery waits', async () => (await states())[0] === 'waiting')
  await call('listReceived', 400, { to, query: '?page=0' })
  const decide = (status: number, decision: object, at = delivery) =>
    call('decideReceived', status, { to: { id, delivery: at }, body: { row: 0, ...decision } })
  await decide(404, { decision: 'ignore' }, nowhere)
  await decide(422, { decision: 'record', record: nowhere })
  await decide(200, { decision: 'ignore' })
  await decide(409, { decision: 'create' })
  const { url: other } = await call('replaceHookAddress', 201, { to })
  await receive(404, url, { id: '8' })
  await check(404, url)
  await call('changeIncomingHook', 200, { to, body: { ...change, signingKey: `whsec_${'A'.repeat(43)}=` } })
  await receive(401, other, { id: '8', text: 'Not signed' })
  await call('deleteIncomingHook', 200, { to })
  for (const name of ['readIncomingHook', 'deleteIncomingHook', 'replaceHookAddress', 'listReceived'])
    await call(name, 404, { to })
  await call('changeIncomingHook', 404, { to, body: change })
  await call('previewIncomingHook', 404, { to, body: proposed })
})

test('answers of references match the reference', async () => {
  await call('listChoices', 200, { to: { table: 'lessons', field: 'instructor' } })
  await call('listChoices', 404, { to: { table: 'lessons', field: 'title' } })
  await call('listChoices', 400, { to: { table: 'lessons', field: 'instructor' }, query: '?limit=0' })
  const { data } = await call('listRecords', 200, { to: { table: 'instructors' } })
  await call('listReferrers', 200, { to: { table: 'instructors', id: data[0].id } })
  await call('listReferrers', 404, { to: { table: 'sessions', id: nowhere } })
})

test('answers of history and trash match the reference', async () => {
  const table = 'announcements'
  const values = { text: 'Closed on Monday', kind: 'info', published: false }
  const { id, updated_at } = await call('createRecord', 201, { to: { table }, body: values })
  const to = { table, id }
  const changed = { ...values, text: 'Closed on Tuesday' }
  await call('updateRecord', 200, { to, body: changed, headers: { 'if-match': `"${updated_at}"` } })
  const known = async (id: string, path: string) => {
    const cookie = [...admin.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const tag = (await fetch(`${product.site}${path}`, { headers: { cookie } })).headers.get('etag')!
    await call(id, 304, { to, headers: { 'if-none-match': tag } })
  }
  await known('listRecords', `/api/tables/${table}`)
  await known('readRecord', `/api/tables/${table}/${id}`)
  await call('readRecord', 400, { to, query: '?fields=unheard_of' })
  const { data, total } = await call('readHistory', 200, { to })
  expect([total, data[0].changes]).toEqual([2, { text: ['Closed on Monday', 'Closed on Tuesday'] }])
  await call('readHistory', 400, { to, query: '?page=0' })
  await call('readHistory', 404, { to: { table, id: nowhere } })

  const revision = data[1].id
  const stale = { 'if-match': `"${updated_at}"` }
  await call('revertRecord', 409, { to, body: { revision }, headers: stale })
  expect(await call('revertRecord', 200, { to, body: { revision } })).toMatchObject({ text: 'Closed on Monday' })
  await call('revertRecord', 404, { to, body: { revision: nowhere } })

  await call('purgeRecord', 404, { to })
  await call('deleteRecord', 200, { to })
  const trash = await call('listTrash', 200, { query: `?table=${table}&q=closed` })
  expect(trash.data.map(({ id }: { id: string }) => id)).toContain(id)
  await call('listTrash', 400, { query: '?page=x' })
  await call('listTrash', 404, { query: '?table=none' })
  await call('purgeRecord', 200, { to })
  await call('restoreRecord', 404, { to, body: {} })
})

test('answers of imports match the reference', async () => {
  const table = 'announcements'
  const asked = { 'x-requested-with': 'test' }
  const file = (text: string) => {
    const form = new FormData()
    form.set('file', new File([text], 'announcements.csv', { type: 'text/csv' }))
    return form
  }
  const text = 'Text,Kind\nImported,info\nWrong,unheard of\n'
  await call('startImport', 400, { to: { table }, body: new FormData(), headers: asked })
  await call('startImport', 403, { to: { table }, body: file(text) })
  await call('startImport', 404, { to: { table: 'sessions' }, body: file(text), headers: asked })
  await call('startImport', 415, { to: { table }, body: file('%PDF-1.7'), headers: asked })
  const { id } = await call('startImport', 201, { to: { table }, body: file(text), headers: asked })
  const to = { table, id }
  const isChecked = async () => (await call('readImport', 200, { to })).state === 'checked'
  await until('the check of the file', isChecked)
  expect(await call('readImport', 200, { to })).toMatchObject({ total: 2, create: 1, errorRows: 1 })
  expect(await call('importErrors', 200, { to })).toContain('Kind')
  await call('changeImport', 422, { to, body: { match: 'nothing' } })
  await call('changeImport', 200, { to, body: { match: null } })
  await until('the second check', isChecked)
  await call('applyImport', 202, { to })
  await until('the import', async () => (await call('readImport', 200, { to })).state === 'applied')
  await call('changeImport', 409, { to, body: { match: null } })
  for (const name of ['readImport', 'importErrors', 'applyImport'])
    await call(name, 404, { to: { table, id: nowhere } })
})

test('answers of batches match the reference', async () => {
  const table = 'announcements'
  const { id } = await call('createRecord', 201, { to: { table }, body: { text: 'Closed', kind: 'info' } })
  const start = (status: number, body: unknown) => call('startBatch', status, { to: { table }, body })
  const done = await start(200, { action: 'update', ids: [id, nowhere], changes: { kind: 'special' } })
  expect(done).toMatchObject({ total: 2, changed: 1, skipped: [{ id: nowhere }] })
  await start(202, { action: 'restore', ids: Array.from({ length: 201 }, (_, n) => `${n}`.padStart(24, '0')) })
  await start(400, { action: 'delete', query: 'unheard=of' })
  await start(409, { action: 'delete', query: '', expected: 1_000 })
  await start(422, { action: 'burn', ids: [id] })
  await call('startBatch', 404, { to: { table: 'sessions' }, body: { action: 'delete', ids: [id] } })
  const to = { table, id: done.id }
  await call('readBatch', 200, { to })
  await call('readBatchRecords', 200, { to })
  await call('undoBatch', 200, { to, body: {} })
  await call('undoBatch', 409, { to, body: {} })
  await call('readBatchRecords', 404, { to: { table: 'sessions', id: done.id } })
  for (const name of ['readBatch', 'undoBatch'])
    await call(name, 404, { to: { table, id: nowhere }, ...(name === 'undoBatch' && { body: {} }) })
})

test('answers of jobs match the reference', async () => {
  const table = 'announcements'
  const { id } = await call('createRecord', 201, { to: { table }, body: { text: 'Closed', kind: 'info' } })
  const changes = { kind: 'special' }
  const body = { action: 'update', ids: [id], changes }
  // On a busy machine it is still running when it is answered.
  const { id: job } = await call('startBatch', [200, 202], { to: { table }, body })
  await until('the batch', async () => {
    const { data } = await call('listJobs', 200, { query: '?state=done&all=true' })
    return (data as { id: string }[]).some((one) => one.id === job)
  })
  await call('listJobs', 400, { query: '?state=forgotten' })
  const to = { id: job }
  expect(await call('readJob', 200, { to })).toMatchObject({ kind: 'batch', state: 'done', changed: 1, undoable: true })
  await call('cancelJob', 409, { to })
  // Of a later version, which no process here runs.
  const jobs = product.db.collection('jobs')
  const waiting = {
    ...(await jobs.findOne({ _id: new ObjectId(job) })),
    _id: new ObjectId(),
    state: 'waiting',
    version: 99,
  }
  await jobs.insertOne(waiting)
  await call('cancelJob', 200, { to: { id: waiting._id.toHexString() } })
  await call('undoJob', 202, { to })
  await call('undoJob', 409, { to })
  for (const name of ['readJob', 'undoJob', 'cancelJob']) await call(name, 404, { to: { id: nowhere } })
})

test('answers of the audit match the reference', async () => {
  await call('createRecord', 201, { to: { table: 'announcements' }, body: { text: 'Noted', kind: 'info' } })
  const query = '?table=announcements&action=create&who=@'
  const noted = async () => (await call('readAudit', 200, { query })).data as { action: string }[]
  await until('the entry of the new record', async () => (await noted()).length > 0)
  expect(await call('exportAudit', 200, { query })).toContain(',create,announcements,')
  for (const name of ['readAudit', 'exportAudit']) await call(name, 400, { query: '?from=yesterday' })
})

test('answers of views match the reference', async () => {
  const table = 'announcements'
  const { id } = await call('createView', 201, { to: { table }, body: { name: 'Running', query: 'f.published=true' } })
  await call('createView', 404, { to: { table: 'sessions' }, body: { name: 'x', query: '' } })
  await call('createView', 422, { to: { table }, body: { name: '', query: '' } })
  await call('listViews', 200, { to: { table } })
  await call('listViews', 404, { to: { table: 'sessions' } })
  const [shipped] = (await call('listViews', 200, { to: { table: 'lessons' } })).data
  expect(shipped).toMatchObject({ name: 'Upcoming', shared: true, own: false })
  const to = { table, id }
  await call('changeView', 200, { to, body: { isDefault: true } })
  await call('changeView', 404, { to: { table, id: nowhere }, body: { isDefault: true } })
  await call('changeView', 422, { to, body: { name: '' } })
  await call('deleteView', 200, { to })
  await call('deleteView', 404, { to })
})

test('answers of insights and calendars match the reference', async () => {
  await call('readInsights', 200, { query: '?from=2026-09-01&to=2026-11-28' })
  await call('readInsights', 400, { query: '?from=2026-11-28&to=2026-09-01' })
  await call('readInsights', 400)
  const { id, url } = await call('createCalendarFeed', 201, { body: { table: 'lessons' } })
  await call('createCalendarFeed', 404, { body: { table: 'faq_entries' } })
  await call('createCalendarFeed', 422, { body: {} })
  expect(await call('listCalendarFeeds', 200)).toMatchObject([{ id, table: 'lessons', lastReadAt: null }])
  const file = new URL(url).pathname.split('/').at(-1)!
  expect(await call('readCalendar', 200, { who: anonymous(), to: { file } })).toMatch(/^BEGIN:VCALENDAR\r\n/)
  await call('deleteCalendarFeed', 404, { to: { id: nowhere } })
  await call('deleteCalendarFeed', 200, { to: { id } })
  await call('readCalendar', 404, { who: anonymous(), to: { file } })
  await call('readCalendar', 404, { who: anonymous(), to: { file: 'x.ics' } })
})

/** By day edit-website.store.test.ts pages through them. */
const versionsKept = everyCase ? 2_000 : 40
/** The last page of many versions is found like the first. */
async function expectVersionsOfManyYears() {
  const versions = product.db.collection<{ _id: number }>('site_versions')
  const { _id, ...one } = (await versions.findOne({ _id: 1 }))!
  // Only the content of the live one is read.
  const former = Array.from({ length: versionsKept - 2 }, (_, at) => ({ ...one, content: {}, _id: at + 2 }))
  await versions.insertMany([{ ...one, _id: versionsKept }, ...former])
  const ids = async (page: number) => {
    // While others use the machine, a small database may refuse to read that many in time.
    const read = () => admin.get(`/api/site/versions?page=${page}`)
    await until('the page', async () => (await read()).status !== 503)
    const { data, total } = await call('listSiteVersions', 200, { query: `?page=${page}` })
    expect(total).toBe(versionsKept + 1)
    return data.map(({ id }: { id: number }) => id)
  }
  expect(await ids(1)).toEqual(Array.from({ length: 20 }, (_, at) => versionsKept - at))
  expect(await ids(versionsKept / 20)).toEqual(Array.from({ length: 20 }, (_, at) => 20 - at))
  expect(await ids(versionsKept / 20 + 1)).toEqual([0])
  await versions.deleteMany({ _id: { $gt: 1 } })
}

test('answers of tables match the reference', async () => {
  const table = 'announcements'
  const values = { text: 'Closed on Monday', kind: 'info', published: false }
  await call('readSite', 200, { who: anonymous() })
  const { headers } = await fetch(`${product.site}/api/site`)
  await call('readSite', 304, { who: anonymous(), headers: { 'if-none-match': headers.get('etag') ?? '' } })
  const draft = await call('readSiteDraft', 200)
  // A busy database leaves them out.
  await until('the texts of mails', async () => {
    const { mailTexts = [] } = await call('readSiteDraft', 200)
    const kinds = mailTexts.map(({ kind }: { kind: string }) => kind)
    return kinds.includes('replyTemplate') && kinds.includes('automaticReply')
  })
  const seen = { 'if-match': `"${draft.tag}"` }
  const legal = { privacy: '<p>We keep little.</p>', terms: '' }
  const content = {
    ...draft.content,
    facts: { ...draft.content.facts, phone: '(916) 555-0100' },
    legal,
    colors: shippedColors,
  }
  // Coming lessons, announcements and instructors are part of the page, and so are cards that staff have changed.
  await product.db.collection('lessons').updateMany({}, { $set: { public: false } })
  await product.db.collection('instructors').updateMany({}, { $set: { on_website: false } })
  await product.db.collection('announcements').updateMany({}, { $set: { published: false } })
  const page = `${product.site}/api/site/page/${buildOfEmptyPages}`
  await until('the page of the build', async () => (await fetch(page)).status === 410)
  await call('readSitePage', 410, { who: anonymous(), to: { build: buildOfEmptyPages } })
  await call('saveSiteDraft', 400, { body: content })
  await call('saveSiteDraft', 422, { body: { ...content, facts: {} }, headers: seen })
  const { tag } = await call('saveSiteDraft', 200, { body: content, headers: seen })
  await call('saveSiteDraft', 409, { body: content, headers: seen })
  await call('previewSite', 200, { query: '?scheme=dark' })
  await call('readSiteColors', 200, { who: anonymous(), to: { name: `${colorsName(shippedColors)}.css` } })
  const others = colorsName({ ...shippedColors, ink: shippedColors.paper })
  await call('readSiteColors', 404, { who: anonymous(), to: { name: `${others}.css` } })
  await call('publishSite', 400)
  await call('publishSite', 409, { headers: seen })
  const later = new Date(Date.now() + 86_400_000).toISOString()
  await call('cancelSitePublication', 404)
  await call('publishSite', 422, { headers: { 'if-match': `"${tag}"` }, body: { at: '2020-01-01T00:00:00Z' } })
  await call('publishSite', 202, { headers: { 'if-match': `"${tag}"` }, body: { at: later } })
  expect((await call('readSiteDraft', 200)).scheduled).toMatchObject({ at: later })
  await call('cancelSitePublication', 200)
  await call('publishSite', 200, { headers: { 'if-match': `"${tag}"` } })
  await until('the page', async () => (await (await fetch(product.site)).text()).includes('(916) 555-0100'))
  await call('readSitePage', 404, { who: anonymous(), to: { build: 'unknown' } })
  await call('readSitePage', 200, { who: anonymous(), to: { build: buildOfEmptyPages } })
  await call('readLegalPage', 404, { who: anonymous(), to: { build: 'unknown', name: 'privacy' } })
  await call('readLegalPage', 410, { who: anonymous(), to: { build: buildOfEmptyPages, name: 'terms' } })
  await call('readLegalPage', 200, { who: anonymous(), to: { build: buildOfEmptyPages, name: 'privacy' } })
  await call('listSiteVersions', 200)
  await call('listSiteVersions', 400, { query: '?page=0' })
  await expectVersionsOfManyYears()
  await call('restoreSiteVersion', 404, { to: { id: '99999' } })
  await call('restoreSiteVersion', 200, { to: { id: '0' } })
  await call('restoreSiteVersion', 409, { to: { id: '0' } })
  await call('readToday', 200)
  await call('readMine', 200)
  await call('readRoster', 200, { query: '?date=2026-11-28' })
  await call('readRoster', 400, { query: '?date=tomorrow' })
  const reports = [{ type: 'csp-violation', body: { effectiveDirective: 'img-src' } }]
  await call('receiveReports', 204, {
    who: anonymous(),
    body: reports,
    headers: { 'content-type': 'application/reports+json' },
  })
  await call('countVisit', 204, { who: anonymous(), body: { page: '/', host: 'search.example.com' } })
  await call('countVisit', 400, { who: anonymous(), body: { page: '/nowhere' } })
  await call('receiveReports', 415, { who: anonymous(), body: reports })
  const tables = await call('listTables', 200)
  await call('readTable', 200, { to: { name: table } })
  await call('readTable', 404, { to: { name: 'system.users' } })
  for (const { name } of tables) {
    await call('listRecords', 200, { to: { table: name } })
    await call('exportRecords', 200, { to: { table: name } })
  }
  await call('listRecords', 400, { to: { table }, query: '?limit=0' })
  await call('exportRecords', 400, { to: { table }, query: '?page=1' })

  const { id, updated_at } = await call('createRecord', 201, { to: { table }, body: values })
  await call('createRecord', 422, { to: { table }, body: { nothing: 1 } })
  await call('createRecord', 400, { to: { table }, body: '[1' })
  await call('createRecord', 409, { to: { table: 'users' }, body: {} })
  await call('readRecord', 200, { to: { table, id } })
  const changed = { ...values, text: 'Closed on Tuesday' }
  await call('updateRecord', 200, { to: { table, id }, body: changed, headers: { 'if-match': `"${updated_at}"` } })
  await call('updateRecord', 409, { to: { table, id }, body: values, headers: { 'if-match': `"${updated_at}"` } })
  await call('updateRecord', 422, { to: { table, id }, body: { kind: 'unheard of' } })
  await call('deleteRecord', 200, { to: { table, id } })
  await call('readRecord', 404, { to: { table, id } })
  await call('deleteRecord', 404, { to: { table, id } })
  await call('updateRecord', 404, { to: { table, id }, body: values })
  await call('restoreRecord', 200, { to: { table, id }, body: {} })
  await call('restoreRecord', 404, { to: { table, id: nowhere }, body: {} })
  for (const name of ['listRecords', 'exportRecords']) await call(name, 404, { to: { table: 'sessions' } })
  await call('createRecord', 404, { to: { table: 'sessions' }, body: {} })
  const users = await call('listRecords', 200, { to: { table: 'users' }, query: `?email__eq=${adminEmail}` })
  await call('deleteRecord', 409, { to: { table: 'users', id: users.data[0].id } })

  const asked = { 'x-requested-with': 'test' }
  const uploaded = await call('uploadFile', 201, { to: { kind: 'image' }, body: picture(), headers: asked })
  await call('uploadFile', 403, { to: { kind: 'image' }, body: picture() })
  await call('uploadFile', 404, { to: { kind: 'program' }, body: picture(), headers: asked })
  await call('uploadFile', 400, { to: { kind: 'image' }, body: new FormData(), headers: asked })
  await call('uploadFile', 415, { to: { kind: 'image' }, body: {}, headers: asked })
  const wrong = new FormData()
  wrong.set('file', new File(['<svg/>'], 'target.png'))
  await call('uploadFile', 422, { to: { kind: 'image' }, body: wrong, headers: asked })
  await call('uploadSitePicture', 400, { body: new FormData(), headers: asked })
  await call('uploadSitePicture', 422, { body: wrong, headers: asked })
  const shown = await call('uploadSitePicture', 201, { body: picture(), headers: asked })
  // No version of the page shows it: it is for staff alone.
  const inOneSize = { name: `${shown.id}-${shown.width}.avif` }
  await call('readSitePicture', 200, { to: inOneSize })
  await call('readSitePicture', 304, { to: inOneSize, headers: { 'if-none-match': `"${inOneSize.name}"` } })
  await call('readSitePicture', 404, { to: { name: `${shown.id}-960.avif` } })
  await call('readSitePicture', 404, { who: anonymous(), to: inOneSize })
  await call('deleteSitePicture', 200, { to: { name: shown.id } })
  await call('deleteSitePicture', 404, { to: { name: shown.id } })
  const { data: people } = await call('listRecords', 200, { to: { table: 'instructors' } })
  const shownPerson = {
    to: { table: 'instructors', id: people[0].id },
    body: { on_website: true, active: true, photo: uploaded.url },
  }
  await call('updateRecord', 200, shownPerson)
  const portrait = await until('the photo of an instructor', async () => {
    const stored = await product.db.collection('site_pictures.files').findOne({ 'metadata.source': uploaded.id })
    return (stored?.['metadata'].picture as string | undefined) ?? undefined
  })
  await call('readSitePortrait', 200, { who: anonymous(), to: { name: `${portrait}-1.avif` } })
  await call('readSitePortrait', 404, { who: anonymous(), to: { name: `${portrait}-960.avif` } })
  await call('downloadFile', 200, { to: { id: uploaded.id } })
  await call('downloadFile', 404, { to: { id: nowhere } })
})

test('answers of the schema editor match the reference', async () => {
  const schema = { name: 'trips', title: 'Trips', properties: { goal: { type: 'string' } } }
  const to = { name: 'trips' }
  const { version } = await call('createSchema', 201, { body: { schema } })
  await call('createSchema', 409, { body: { schema } })
  await call('createSchema', 422, { body: { schema: { ...schema, name: 'sessions' } } })
  await call('listSchemas', 200)
  await call('readSchema', 200, { to })
  await call('readSchema', 404, { to: { name: 'nowhere' } })
  const changed = { ...schema, title: 'Journeys' }
  await call('previewSchema', 200, { to, body: { schema: changed } })
  await call('previewSchema', 422, { to, body: { schema: { ...changed, required: ['nothing'] } } })
  const saved = await call('saveSchema', 200, { to, body: { schema: changed, version } })
  await call('saveSchema', 409, { to, body: { schema: changed, version } })
  await call('publishSchema', 409, { to, body: { schema: changed, version } })
  await call('publishSchema', 422, {
    to,
    body: { schema: { ...changed, required: ['nothing'] }, version: saved.version },
  })
  await call('fixValues', 200, { to, body: { version: saved.version, fixes: { goal: { action: 'clear' } } } })
  await call('fixValues', 409, { to, body: { version, fixes: {} } })
  await call('listSchemaVersions', 200, { to })
  await call('retireSchema', 200, { to, body: { version: saved.version, isRetired: true } })
  await call('retireSchema', 409, { to, body: { version: saved.version, isRetired: false } })
  const retired = await call('readSchema', 200, { to })
  await call('publishSchema', 202, { to, body: { schema: changed, version: retired.version } })
})

test('the reference is for admins; other browsers are redirected to the login', async () => {
  await call('readReference', 200)
  await call('readReference', 302, { who: anonymous(), headers: { accept: 'text/html,*/*' } })
  const document = await call('readDocument', 200)
  expect(Object.keys(document.paths).length).toBeGreaterThan(25)
  expect(document.servers).toEqual([{ url: product.site }])
  await call('readReferenceStyle', 200)
  await call('readReferenceScript', 200)
  const page = await fetch(`${product.site}/api/docs`, { redirect: 'manual', headers: { accept: 'text/html' } })
  expect(page.headers.get('location')).toBe('/login?returnUrl=%2Fapi%2Fdocs')
})

test('refused calls are answered as the reference says', async () => {
  const to = {
    ...{ table: 'lessons', date: '2999-01-01', id: nowhere, name: 'lessons', kind: 'image', field: 'instructor' },
    ...{ file: nowhere, message: nowhere, n: '1', delivery: nowhere, step: 'hours', student: nowhere },
  }
  const refused = calls.filter(({ access }) => access !== 'public' && access !== 'user')
  await mapLimited(refused, async ({ method, id }) => {
    const isUpload = ['uploadFile', 'uploadReplyFile', 'uploadSitePicture', 'startImport'].includes(id)
    const body = isUpload ? picture() : method !== 'get' && method !== 'delete' ? {} : undefined
    const headers = {
      'idempotency-key': crypto.randomUUID(),
      ...(isUpload && { 'x-requested-with': 'XMLHttpRequest' }),
    }
    await call(id, 401, { who: anonymous(), to, body, headers })
    await call(id, 403, { who: visitor, to, body: isUpload ? picture() : body, headers })
  })
})

test('the removal of sample records is answered as the reference says', async () => {
  // Last, since other answers are about them.
  await call('removeSamples', 202)
})

test('every operation was called and succeeded at least once', () => {
  const untested = calls.filter(({ id, response }) => {
    const met = seen.get(id) ?? new Set()
    // Work that is done in time is answered with 200, longer work with 202.
    const isMet = (status: number) => met.has(status) || (status === 202 && met.has(200))
    return !Object.keys(response).every((status) => isMet(Number(status)))
  })
  expect(untested.map(({ id }) => id)).toEqual([])
})
