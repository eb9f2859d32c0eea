import type { Call } from '@app/contracts/call'
import { calls } from '@app/contracts/calls'
import { stepUpOf } from '@app/contracts/policy'
import { schoolDay } from '@app/school-time/school-day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callOf, exampleBody } from '../support/api-document'
import { type Browser, createBrowser, inTurn } from '../support/browser'
import { casesOf, everyCase, nightlyTest } from '../support/cases'
import { storeUnmatchedMail } from '../support/inbound-mail'
import { inquiry } from '../support/inquiry'
import { adminEmail, type Product } from '../support/product'
import { aboutTable, needOf } from '../support/rights'
import { shareRecords } from '../support/shared-products'
import { signIn } from '../support/sign-in'

/**
 * Who calls. `stranger` is staff with a right on another table only, `teacher` staff with a right to their own lessons alone, `account` a
 * program with the rights of the editor.
 */
type Who = 'anonymous' | 'user' | 'stranger' | 'teacher' | 'viewer' | 'editor' | 'admin' | 'account'
type Verdict = 'served' | 401 | 403 | 404

type Rights = { role: 'staff' | 'user'; rights: Record<string, 'own' | 'view' | 'edit'>; exports: string[] }
const noRights = { rights: {}, exports: [] }
const viewed = { lessons: 'view', instructors: 'view', contact_submissions: 'view' } as const
const edited = { lessons: 'edit', instructors: 'edit', contact_submissions: 'edit' } as const
const editor = { rights: edited, exports: ['lessons'] }
const access: Record<Exclude<Who, 'anonymous' | 'admin'>, Rights> = {
  user: { role: 'user', ...noRights },
  stranger: { role: 'staff', rights: { announcements: 'edit' }, exports: ['announcements'] },
  teacher: { role: 'staff', rights: { lessons: 'own' }, exports: [] },
  viewer: { role: 'staff', rights: viewed, exports: [] },
  editor: { role: 'staff', ...editor },
  account: { role: 'staff', ...editor },
}
const everyone = ['anonymous', 'user', 'stranger', 'teacher', 'viewer', 'editor', 'account', 'admin'] as const
/** By day the services' app.store.test.ts and tests/rules/policy.test.ts see every caller, without Nginx. */
const callers = casesOf(everyone, (who) => who === 'stranger' || who === 'viewer')
/** Calls that service accounts may not make, though staff may. */
const closed = ['restoreRecord', 'revertRecord', 'listCalendarFeeds', 'deleteCalendarFeed', 'createCalendarFeed']

// Words that stand in records which some may not see.
const lessonWord = 'Quagga'
const inquiryWord = 'Thylacine'
const studentWords = ['ocelot@example.com', '(916) 555-0177']
const studentBadge = 'Waiver missing'

let product: Product
const browsers = {} as Record<Who, Browser>
let secret: string
let made: Record<
  | 'lesson'
  | 'student'
  | 'instructor'
  | 'inquiry'
  | 'message'
  | 'mailing'
  | 'file'
  | 'replyFile'
  | 'sitePicture'
  | 'batch',
  string
>

const picture = () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const form = new FormData()
  form.set('file', new File([Buffer.from(png, 'base64')], 'target.png', { type: 'image/png' }))
  return form
}
const spreadsheet = () => {
  const form = new FormData()
  form.set('file', new File(['Title\nImported\n'], 'lessons.csv', { type: 'text/csv' }))
  return form
}

type Sent = { to?: Record<string, string>; query?: string; body?: unknown }

const browserHeaders = ({ jar }: Browser) => ({
  cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
  'sec-fetch-site': 'same-origin',
  'x-requested-with': 'test',
})

async function send(who: Who, { method, path, id }: Call, { to = {}, query = '', body }: Sent) {
  const address = path.replace(/:(\w+)/g, (_, name) => to[name] ?? '')
  const isForm = body instanceof FormData
  const request: RequestInit = {
    method: method.toUpperCase(),
    redirect: 'manual',
    headers: {
      ...(who === 'account' ? { authorization: `Bearer ${secret}` } : browserHeaders(browsers[who])),
      'idempotency-key': crypto.randomUUID(),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  }
  const answer = await inTurn(() => fetch(`${product.site}${address}${query}`, request))
  return { id, status: answer.status, headers: answer.headers, text: await answer.text() }
}

async function json(who: Who, id: string, sent: Sent): Promise<Record<string, never>> {
  const { status, text } = await send(who, callOf(id), sent)
  if (status >= 300) throw new Error(`${id} answered ${status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

const newLesson = async (): Promise<string> => {
  const values = {
    title: `${lessonWord} lesson`,
    kind: 'group',
    place: 'roseville',
    starts_at: new Date().toISOString(),
    minutes: 60,
    seats: 6,
    instructor: made.instructor,
    students: [made.student],
  }
  return (await json('admin', 'createRecord', { to: { table: 'lessons' }, body: values }))['id']!
}

beforeAll(async () => {
  product = await shareRecords()
  for (const who of new Set<Who>(['anonymous', 'teacher', 'admin', ...callers])) {
    browsers[who] = createBrowser(product.site)
    if (who === 'anonymous' || who === 'account') continue
    const email = who === 'admin' ? adminEmail : `${who}@rights.example`
    await signIn(browsers[who], product, email)
    if (who !== 'admin') await product.db.collection('users').updateOne({ email }, { $set: access[who] })
  }
  const program = { name: 'Booking site', ...editor, expiresAt: null }
  secret = (await json('admin', 'createServiceAccount', { body: program }))['secret']!
  made = {} as typeof made
  const create = async (table: string, body: object): Promise<string> =>
    (await json('admin', 'createRecord', { to: { table }, body }))['id']!
  const file = await json('admin', 'uploadFile', { to: { kind: 'image' }, body: picture() })
  made.file = file['id']!
  made.instructor = await create('instructors', {
    name: 'Robin',
    email: 'robin@example.com',
    certification: 'level_2',
    photo: file['url'],
    person: String((await product.db.collection('users').findOne({ email: 'teacher@rights.example' }))!._id),
  })
  const [email, phone] = studentWords
  made.student = await create('students', { name: 'Ada', birth_date: '1990-05-01', level: 'beginner', email, phone })
  made.lesson = await newLesson()
  const many = { action: 'update', ids: [made.lesson], changes: { seats: 8 } }
  made.batch = (await json('admin', 'startBatch', { to: { table: aboutTable }, body: many }))['id']!
  const sent = await json('anonymous', 'submitForm', { body: inquiry({ name: inquiryWord }) })
  made.inquiry = sent['id']!
  made.sitePicture = (await json('admin', 'uploadSitePicture', { body: picture() }))['id']!
  const attached = await json('admin', 'uploadReplyFile', { to: { id: made.inquiry }, body: picture() })
  made.replyFile = attached['id']!
  made.message = (await storeUnmatchedMail(product.db)).id
  await json('admin', 'attachInbound', { to: { id: made.message }, body: { inquiry: made.inquiry } })
  const draft = {
    subject: 'Hello',
    text: 'See you.',
    about: { table: 'lessons', ids: [made.lesson] },
    to: ['students'],
  }
  made.mailing = (await json('admin', 'sendMailing', { body: draft }))['id']!
})
afterAll(() => product?.stop())

const nowhere = 'f'.repeat(24)
const about = {
  date: '2999-01-01',
  table: aboutTable,
  name: aboutTable,
  field: 'instructor',
  kind: 'image',
  file: 'x.ics',
  delivery: 'f'.repeat(24),
  student: 'f'.repeat(24),
  n: '1',
  step: 'hours',
}

const ownView = { name: 'Own', query: '' }

/** The id in the address of a call, and what else it needs to be served. What it would change is its own only where it is served. */
async function sentBy(who: Who, given: Call, isServed: boolean): Promise<Sent> {
  const { id } = given
  const lesson = () => (isServed ? newLesson() : made.lesson)
  const body = given.method === 'get' ? undefined : (exampleBody(id) ?? {})
  const to = { ...about, id: nowhere }
  const ownsViews = who === 'teacher' || who === 'viewer' || who === 'editor' || who === 'admin' || who === 'account'
  if (given.path.startsWith('/api/forms/submissions/')) to.id = made.inquiry
  else if (id === 'uploadReplyFile') to.id = made.inquiry
  else if (given.path.startsWith('/api/lessons/:id/')) to.id = await lesson()
  else if (given.path.startsWith('/api/students/:id/')) to.id = made.student
  else if (given.path.startsWith('/api/forms/inbound/:id/'))
    Object.assign(to, isServed ? await storeUnmatchedMail(product.db) : { id: made.message })
  else if (given.path === '/api/tables/:table/views/:id' && ownsViews)
    to.id = (await json(who, 'createView', { to, body: ownView }))['id']!
  else if (/^\/api\/tables\/:table\/:id/.test(given.path)) to.id = await lesson()
  else if (given.path.startsWith('/api/tables/:table/batches/:id')) to.id = made.batch
  else if (id === 'readMailing') to.id = made.mailing
  else if (id === 'restoreSiteVersion') to.id = '0'
  else if (id === 'downloadFile') to.id = made.file
  else if (/^\/api\/tables\/:table\/imports\/:id/.test(given.path) && ['editor', 'admin', 'account'].includes(who))
    to.id = (await json(who, 'startImport', { to, body: spreadsheet() }))['id']!
  switch (id) {
    case 'readMessage':
      return { to: { ...to, message: made.message }, body }
    case 'downloadReplyFile':
      return { to: { ...to, file: made.replyFile }, body }
    case 'uploadReplyFile':
    case 'uploadFile':
    case 'uploadSitePicture':
      return { to, body: picture() }
    case 'deleteSitePicture':
      return { to: { ...to, name: made.sitePicture }, body }
    case 'startImport':
      return { to, body: spreadsheet() }
    // What else these need is in their own tests.
    case 'attachInbound':
      return { to, body: { inquiry: made.inquiry } }
    case 'cancelDay':
      return { to, body: { reason: 'the storm' } }
    // Shared with others only by those who see every record.
    case 'createView':
      return { to, body: who === 'teacher' ? ownView : body }
    case 'updateRecord':
      return { to, body: who === 'teacher' ? { notes: '<p>Windy</p>' } : body }
    case 'findMailingRecipients':
    case 'sendMailing':
      if (who === 'teacher')
        return { to, body: { ...(body as object), about: { table: 'lessons', ids: [made.lesson] }, to: ['students'] } }
      return {
        to,
        body: { ...(body as object), about: { table: 'instructors', ids: [made.instructor] }, to: ['instructors'] },
      }
    case 'followInbox':
      return { to, query: '?for=1' }
    case 'createCalendarFeed':
      return { to, body: { table: aboutTable } }
    case 'readRoster':
      return { to, query: `?date=${schoolDay()}` }
    case 'readPersonFile':
      return { to, query: '?email=ocelot@example.com' }
    case 'readInsights':
      return { to, query: '?from=2026-09-01&to=2026-11-28' }
    case 'revertRecord': {
      const history = await json('admin', 'readHistory', { to })
      return { to, body: { revision: (history['data']![0] as { id: string }).id } }
    }
    default:
      return { to, body }
  }
}

/** Calls about lessons that write to their students, or name them. */
const forStudents = ['offerSeat', 'listReminderCalls', 'noteReminderCall']

/** Not signed in is 401, without the role 403; what may not be seen is 404, what may not be changed 403. */
function expected(who: Who, given: Call): Verdict {
  if (given.access === 'public') return 'served'
  if (who === 'anonymous') return 401
  if (who === 'account') {
    if (given.id === 'getAdminStatus') return 'served'
    if (given.access === 'user' || stepUpOf(given) === true || given.accounts === false || closed.includes(given.id))
      return 403
  }
  if (given.access === 'user' || who === 'admin') return 'served'
  if (who === 'user' || given.access === 'admin') return 403
  const need = needOf(given)
  if (need === undefined) throw new Error(`${given.id}: say in tests/support/rights.ts what right it needs`)
  if (need === 'shown' || need === 'own') return 'served'
  // Their own lessons, and the students in them.
  if (who === 'teacher' && need !== 'files' && ['lessons', 'students'].includes(need.table))
    return given.own ? 'served' : 403
  const { rights, exports } = access[who]
  // The file is a photo of an instructor.
  const { table, level } = need === 'files' ? { table: 'instructors', level: 'view' } : need
  if (given.id === 'uploadFile') return rights['instructors'] === 'edit' ? 'served' : 403
  if (!rights[table]) return 404
  // They reach students, too.
  if (forStudents.includes(given.id) && (level === 'view' || rights['lessons'] === 'edit') && !rights['students'])
    return 404
  const isEnough = level === 'export' ? exports.includes(table) : level === 'view' || rights[table] === 'edit'
  return isEnough ? 'served' : 403
}

/** A call that is served may still find nothing, where it names something made up or of another user, or what is not there yet. */
function verdict(given: Call, { status, text }: { status: number; text: string }): Verdict | number {
  const namesNothing =
    text.includes('Nothing is scheduled') ||
    text.includes('No such lesson begins') ||
    given.access === 'public' ||
    given.access === 'user' ||
    given.access === 'admin' ||
    needOf(given) === 'own'
  if (status === 401 || status === 403) return status
  if (status === 404) return namesNothing ? 'served' : 404
  return status < 500 ? 'served' : status
}

// What ends the session comes last, and alone.
const ending = ['endSessions', 'signOut', 'signOutByLink']
const others = calls.filter(({ id }) => !ending.includes(id))
/** Calls at once: more would wait for each other longer than Nginx does, on a busy machine. */
const lanes = 3

const answers = new Map<Who, string[]>()
/** What the admin was served that is not JSON. */
const media = new Map<string, Headers>()
const isMedia = ({ status, headers }: { status: number; headers: Headers }) =>
  status === 200 && !headers.get('content-type')!.startsWith('application/json')

test.each(callers)('every call answers %s as the rights say', async (who) => {
  const wrong: string[] = []
  const texts: string[] = []
  const make = async (given: Call) => {
    const shouldBe = expected(who, given)
    const answer = await send(who, given, await sentBy(who, given, shouldBe === 'served'))
    const is = verdict(given, answer)
    if (who === 'admin' && isMedia(answer)) media.set(answer.id, answer.headers)
    if (is !== shouldBe) wrong.push(`${answer.id}: ${shouldBe}, got ${answer.status} ${answer.text.slice(0, 160)}`)
    if (given.access === 'anyRight' || typeof given.access === 'object') texts.push(answer.text)
  }
  const left = others.values()
  const lane = async () => {
    for (const given of left) await make(given)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  for (const id of ending) await make(callOf(id))
  answers.set(who, texts)
  expect(wrong).toEqual([])
})

test('no answer shows a record of a table that the person may not see', () => {
  const shown = (who: Who, word: string) => answers.get(who)!.some((text) => text.includes(word))
  for (const word of [lessonWord, inquiryWord, ...studentWords, studentBadge]) {
    expect([word, shown('stranger', word)]).toEqual([word, false])
    if (everyCase) expect([word, shown('admin', word)]).toEqual([word, true])
  }
  // Of a student in a lesson, staff without the right on students see the name and nothing more.
  for (const who of casesOf(['viewer', 'editor'] as const, (one) => one === 'viewer')) {
    expect([lessonWord, inquiryWord, 'Ada'].map((word) => shown(who, word))).toEqual([true, true, true])
    expect([...studentWords, studentBadge].filter((word) => shown(who, word))).toEqual([])
  }
})

/** Pages and feeds of the product itself, by their type. Everything else that is not JSON is a download. */
const pages: Readonly<Record<string, string>> = {
  followInbox: 'text/event-stream',
  frameMail: 'text/html',
  previewSite: 'text/html',
  readLegalPage: 'text/html',
  readSitePage: 'text/html',
  showUnsubscribe: 'text/html',
  unsubscribe: 'text/html',
  readReference: 'text/html',
  readReferenceScript: 'text/javascript',
  readReferenceStyle: 'text/css',
}

// By day files/routes.store.test.ts sees it of a file, and tables-records.test.ts behind Nginx.
nightlyTest('a file is never shown in the page: each is a download of its own, in which nothing runs', () => {
  const files = ['downloadFile', 'downloadReplyFile', 'downloadAttachment']
  expect([...media.keys()]).toEqual(expect.arrayContaining([...files, 'exportRecords']))
  for (const [id, headers] of media) {
    const type = headers.get('content-type')!.split(';')[0]
    expect([id, headers.get('x-content-type-options')]).toEqual([id, 'nosniff'])
    if (Object.hasOwn(pages, id)) {
      expect([id, type]).toEqual([id, pages[id]])
      continue
    }
    expect([id, headers.get('content-disposition')]).toEqual([id, expect.stringMatching(/^attachment;/)])
    expect([id, type]).not.toEqual([id, 'text/html'])
    if (files.includes(id))
      expect([id, headers.get('content-security-policy')]).toEqual([id, expect.stringMatching(/; ?sandbox/)])
  }
})
