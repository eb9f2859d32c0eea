import type { WebsiteDraft } from '@app/contracts/website/versions'
import type { TableSchema } from '@app/table-schema'
import { strFromU8, unzipSync } from 'fflate'
import { BSON, ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileStore } from '../../services/admin-tables/src/files/file-store'
import { type Browser, createBrowser } from '../support/browser'
import { everyCase, nightlyTest } from '../support/cases'
import { inquiry } from '../support/inquiry'
import { adminEmail, type Product } from '../support/product'
import { startReplica } from '../support/replica'
import { shareSite } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
let admin: Browser
beforeAll(async () => {
  product = await shareSite()
  admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
})
afterAll(() => product?.stop())

const collection = () => product.db.collection('contact_submissions')
const of = (id: string) => ({ _id: new ObjectId(id) })
const path = (id: string, what = '') => `/api/forms/submissions/${id}${what}`
const mailsOf = async (id: string) =>
  (await product.mails()).filter(({ headers }) => headers['message-id']?.includes(id))

async function post(change = {}): Promise<string> {
  const answer = await createBrowser(product.site).post('/api/forms/submit', inquiry(change))
  expect(answer.status).toBe(200)
  return String(answer.body.id)
}
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

test('interests are edited: the form takes the new ones only, and an inquiry keeps the one it has', async () => {
  const id = await post({ interest: 'Leagues' })
  const { body } = await admin.get('/api/forms/settings')
  const { settings, version } = body as { settings: { interests: { value: string; label: string }[] }; version: string }
  const kept = settings.interests.filter(({ value }) => value !== 'Leagues')
  const save = (interests: object[], at: unknown) =>
    admin.send('PUT', '/api/forms/settings', { settings: { ...settings, interests }, version: at })
  const saved = await save([...kept, { value: '', label: 'Field Archery' }], version)
  expect(saved.status).toBe(200)

  // A replica keeps the form for a few seconds, and consecutive requests reach different ones.
  const inTwo = async (holds: () => Promise<boolean>) => (await holds()) && (await holds())
  await until('the new interests', () =>
    inTwo(async () => {
      const { status } = await createBrowser(product.site).post('/api/forms/submit', inquiry({ interest: 'Leagues' }))
      return status === 422
    }),
  )
  await post({ interest: 'Field Archery', email: 'field@example.com' })
  await until('the interests of the page', () =>
    inTwo(async () => {
      const { interests } = (await createBrowser(product.site).get('/api/site')).body as {
        interests: { value: string }[]
      }
      return interests.map(({ value }) => value).join() === [...kept.map(({ value }) => value), 'Field Archery'].join()
    }),
  )
  const tables = (await admin.get('/api/admin/schemas')).body as unknown as TableSchema[]
  const { interest } = tables.find(({ name }) => name === 'contact_submissions')!.properties
  expect(interest?.enumNames?.slice(-2)).toEqual(['Field Archery', 'Archery Leagues'])
  expect((await admin.send('PUT', `/api/tables/contact_submissions/${id}`, { name: 'Renamed' })).status).toBe(200)
  expect((await admin.get(`/api/tables/contact_submissions/${id}`)).body).toMatchObject({ interest: 'Leagues' })
  const back = await save([...kept, { value: '', label: 'Archery Leagues' }], saved.body['version'])
  expect(back.body['settings']).toMatchObject({ interests: [...kept, { value: 'Leagues' }] })
})

// By day settings/routes.store.test.ts and insights.store.test.ts see it, and the test above that settings reach the page.
nightlyTest(
  'visitors are asked how they heard about the school; the answer is in the mail, the table and the figures',
  async () => {
    const { settings, version } = (await admin.get('/api/forms/settings')).body as { settings: object; version: string }
    const save = (heardFrom: string[], at: string) =>
      admin.send('PUT', '/api/forms/settings', { settings: { ...settings, heardFrom }, version: at })
    const saved = await save(['A friend', 'Search'], version)
    expect([saved.status, saved.body['settings']]).toMatchObject([200, { heardFrom: ['A friend', 'Search'] }])
    await until('the answers on the page', async () => {
      const { body } = await createBrowser(product.site).get('/api/site')
      return (body as { heardFrom?: string[] }).heardFrom?.join() === 'A friend,Search'
    })
    const id = await until('an inquiry with an answer', async () => {
      const given = inquiry({ email: 'heard@example.com', heard_from: 'A friend' })
      const { status, body } = await createBrowser(product.site).post('/api/forms/submit', given)
      return status === 200 && String(body['id'])
    })
    const mail = await until('the mail to the school', async () => (await mailsOf(id)).at(0))
    expect(mail.text).toContain('How did you hear about us?: A friend')
    expect((await admin.get(`/api/tables/contact_submissions/${id}`)).body).toMatchObject({ heard_from: 'A friend' })
    const today = new Date().toISOString().slice(0, 10)
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const { inquiries } = (await admin.get(`/api/insights?from=${yesterday}&to=${today}`)).body as {
      inquiries: { heardFrom: object[] }
    }
    expect(inquiries.heardFrom).toContainEqual({ answer: 'A friend', count: 1 })
    const off = await save([], String(saved.body['version']))
    expect(off.body['settings']).toMatchObject({ heardFrom: [] })
  },
)

test('a reply is sent through the outbox, recorded, and answers the inquiry; it names no mail of others', async () => {
  const id = await post({ interest: 'Birthday Party', name: 'Ada' })
  const drafts = (await admin.get(path(id, '/drafts'))).body as unknown as { subject: string; text: string }[]
  expect(drafts.length).toBe(2)
  expect(drafts[0]!.text).toMatch(
    /^Hi Ada,[\s\S]*Length: 60 minutes[\s\S]*Ages: 8 and up[\s\S]*Price: \$350[\s\S]*https:/,
  )

  const key = { 'idempotency-key': crypto.randomUUID() }
  const reply = { subject: drafts[0]!.subject, text: drafts[0]!.text }
  const [answer, again] = await Promise.all([
    admin.post(path(id, '/reply'), reply, key),
    admin.post(path(id, '/reply'), reply, key),
  ])
  for (const { status, body } of [answer!, again!]) {
    expect([status, body.status]).toEqual([200, 'answered'])
    expect(body.replies).toMatchObject([{ ...reply, by: adminEmail }])
  }
  const mail = await until('the reply', async () =>
    (await mailsOf(id)).find(({ to }) => to[0]?.address === 'zoe+club@example.com'),
  )
  expect(mail!.subject).toMatch(/ \[#[0-9a-f]{10}\]$/)
  expect(mail).toMatchObject({
    subject: expect.stringContaining(`${reply.subject} [#`),
    replyTo: { address: 'hello@archery.example' },
  })
  // The only mail before went to the school, and its id is for the school alone.
  expect(mail.headers).not.toHaveProperty('references')
  expect(mail.text).toContain('you wrote:')
  await until('the booking', async () => (await admin.get(path(id))).body.mailState === 'sent')
  expect((await mailsOf(id)).length).toBe(2)
})

test('a team works on an inquiry: assigned, snoozed, noted with a mail, answered once', async () => {
  const id = await post({ name: 'Team work' })
  const rowsOf = async (view: string) => {
    const { data } = (await admin.get(`/api/forms/inbox?view=${view}`)).body as unknown as { data: { id: string }[] }
    return data.filter((row) => row.id === id)
  }
  const colleagues = (await admin.get('/api/forms/inbox/colleagues')).body as unknown as { id: string; email: string }[]
  const me = colleagues.find(({ email }) => email === adminEmail)!
  expect(await rowsOf('unassigned')).toMatchObject([{ line: expect.any(String), status: 'new' }])
  expect((await admin.post(path(id, '/assign'), { person: me.id })).body).toMatchObject({ assignee: me.id })
  expect([await rowsOf('unassigned'), (await rowsOf('mine')).length]).toEqual([[], 1])

  const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString()
  expect((await admin.post(path(id, '/snooze'), { until: snoozedUntil })).body).toMatchObject({ snoozedUntil })
  expect([await rowsOf('mine'), (await rowsOf('snoozed')).length]).toEqual([[], 1])
  expect((await admin.post(path(id, '/undo'), {})).body).toMatchObject({ snoozedUntil: null, assignee: me.id })

  const stream = await fetch(`${product.site}/api/forms/inbox/live?for=9`, {
    headers: {
      cookie: [...admin.jar].map(([name, value]) => `${name}=${value}`).join('; '),
      'sec-fetch-site': 'same-origin',
    },
  })
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const colleague = 'team-colleague@example.com'
  const invited = {
    email: colleague,
    name: 'Cole',
    role: 'staff',
    rights: { contact_submissions: 'view' },
    exports: [],
  }
  await product.db.collection('users').insertOne({ ...invited, provider: 'code', created_at: new Date() })
  const noted = await admin.post(path(id, '/notes'), { text: '@team-colleague, is the range free?' })
  expect(noted.body).toMatchObject({ notes: [{ by: adminEmail, mentions: ['Cole'] }] })
  const mail = await until('the note', async () =>
    (await product.mails()).find(({ to }) => to[0]?.address === colleague),
  )
  expect(mail.text).toContain(`/admin/inbox?open=${id}`)

  const draft = { subject: 'Hello', text: 'Half a sen' }
  expect((await admin.send('PUT', path(id, '/draft'), draft)).status).toBe(200)
  expect((await admin.get(path(id, '/conversation'))).body).toMatchObject({ draft, replying: [] })
  // It is passed on while the stream is open, not at its end.
  const reader = stream.body!.getReader()
  let told = ''
  while (!told.includes(id)) told += new TextDecoder().decode((await reader.read()).value)
  await reader.cancel()
  const { newest } = (await admin.get(path(id))).body
  const reply = { subject: 'Hello', text: 'Yes, it is.', seen: newest }
  const send = (more = {}) =>
    admin.post(path(id, '/reply'), { ...reply, ...more }, { 'idempotency-key': crypto.randomUUID() })
  const answers = await Promise.all([send(), send()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ newer: { text: 'Yes, it is.' } })
  expect((await admin.get(path(id, '/conversation'))).body).toMatchObject({ draft: null })

  const held = await send({ anyway: true, undoable: true, text: 'Too early' })
  const { messageId } = (held.body['replies'] as unknown as { messageId: string }[]).at(-1)!
  const undone = await admin.post(path(id, '/unsend'), { reply: messageId })
  expect(undone.body).toMatchObject({ status: 'answered', replies: [{ text: 'Yes, it is.' }] })
  expect((await admin.get(path(id, '/conversation'))).body).toMatchObject({ draft: { text: 'Too early' } })

  // A date to follow up what was answered: it is snoozed until then, and then waits for us.
  const shownIn = async () => {
    const views = await Promise.all(
      ['them', 'snoozed', 'waiting', 'mine'].map(async (view) => [view, await rowsOf(view)] as const),
    )
    return views.flatMap(([view, found]) => (found.some((row) => row.id === id) ? [view] : []))
  }
  expect(await shownIn()).toEqual(['them'])
  expect((await admin.post(path(id, '/snooze'), { until: snoozedUntil })).status).toBe(200)
  expect(await shownIn()).toEqual(['snoozed'])
  await product.db.collection('contact_submissions').updateOne(of(id), { $set: { snoozed_until: new Date(0) } })
  expect(await shownIn()).toEqual(['waiting', 'mine'])
  expect((await admin.post(path(id, '/status'), { status: 'answered' })).body).toMatchObject({ snoozedUntil: null })
  expect(await shownIn()).toEqual(['them'])
  const later = new Date(Date.now() + 86_400_000).toISOString()
  expect((await send({ anyway: true, sendAt: later })).body).toMatchObject({ mailState: 'pending' })
  expect((await admin.post(path(id, '/resend'), {})).status).toBe(409)
  expect((await mailsOf(id)).filter(({ text }) => text?.includes('Too early'))).toEqual([])
})

test('one reminder goes out two hours before a reply is due, however many workers run', async () => {
  const [due, early, answered, spam] = [await post(), await post(), await post(), await post({ elapsed_ms: 1 })]
  await admin.post(path(answered, '/status'), { status: 'answered' })
  const at = (hours: number) => ({ $set: { created_at: hoursAgo(hours), due_by: hoursAgo(hours - 24) } })
  await collection().updateMany({ _id: { $in: [due, answered].map((id) => new ObjectId(id)) } }, at(22.1))
  await collection().updateOne(of(early), at(21.9))
  await collection().updateOne(of(spam), { $set: { created_at: hoursAgo(23) } })
  const counters = (await admin.get('/api/forms/submissions/counters')).body
  expect(counters).toMatchObject({ dueSoon: 1, overdue: 0 })
  // A worker checks soon after its start.
  const extra = await Promise.all((everyCase ? [1, 2] : [1]).map(() => startReplica('email-worker', product.stack.env)))
  const reminders = async (id: string) =>
    (await mailsOf(id)).filter(({ subject }) => subject.startsWith('Not answered'))
  await until('the reminder', async () => (await reminders(due)).length > 0)
  for (const worker of extra) await worker.stop()
  expect((await reminders(due)).map(({ to }) => to[0]!.address)).toEqual(['hello@archery.example'])
  for (const id of [early, answered, spam]) expect(await reminders(id)).toEqual([])
})

type Archived = { sections: Record<string, { title: string; fields: { label: string; text: string }[] }[]> }

/** The sections of the person file that hold something. */
async function personFile(email: string) {
  const { status, body } = await admin.get(`/api/person-file?email=${encodeURIComponent(email)}`)
  expect(status).toBe(200)
  const { sections } = body as unknown as Archived
  return { sections, filled: Object.keys(sections).filter((id) => sections[id]!.length > 0) }
}

/** The collections that hold an address anywhere. */
async function collectionsWith(address: string): Promise<string[]> {
  const collections = await product.db.listCollections().toArray()
  const found = await Promise.all(
    collections.map(async ({ name }) => {
      const text = BSON.EJSON.stringify(await product.db.collection(name).find().toArray())
      return text.toLowerCase().includes(address) ? [name] : []
    }),
  )
  return found.flat().toSorted()
}

test('erasing an address leaves nothing of it, in tables, trash, history, waiting mails or the website', async () => {
  const email = 'gone@example.com'
  const [id, deleted] = [await post({ email }), await post({ email })]
  const student = { name: 'Ada Gone', birth_date: '1990-05-01', level: 'beginner', email: 'Gone@Example.com' }
  const added = (await admin.post('/api/tables/students', student)).body as { id: string }
  const inTable = (table: string, of: string) => `/api/tables/${table}/${of}`
  const key = { 'idempotency-key': crypto.randomUUID() }
  const changes = [
    await admin.send('PUT', inTable('students', added.id), { notes: `Write to ${email}`, waiver_signed: true }),
    await admin.send('DELETE', inTable('contact_submissions', deleted)),
    await admin.post(
      '/api/forms/mailings',
      { subject: 'x', text: 'y', about: { table: 'students', ids: [added.id] }, to: ['students'] },
      key,
    ),
  ]
  expect(changes.map(({ status }) => status)).toEqual([200, 200, 201])
  const { tag, content } = (await admin.get('/api/site/draft')).body as unknown as WebsiteDraft
  const items = [{ text: `Write to ${email}!`, author: 'ADA GONE' }]
  const said = { ...content, testimonials: { ...content.testimonials, items } }
  const saved = await admin.send('PUT', '/api/site/draft', said, { 'if-match': `"${tag}"` })
  const published = await admin.send('POST', '/api/site/publish', {}, { 'if-match': `"${saved.body.tag}"` })
  expect([saved.status, published.status]).toEqual([200, 200])
  await until(
    'the history of the student',
    async () =>
      (await collectionsWith(email)).join() === 'contact_submissions,mailings,revisions,site_versions,students,trash',
  )

  const shown = await personFile('GONE@example.com')
  expect(shown.filled).toEqual(['records', 'trash', 'history', 'mailings', 'website', 'consents'])
  expect(shown.sections['records']!.map(({ title }) => title)).toEqual([
    expect.stringMatching('Zo'),
    'Student: Ada Gone',
  ])
  expect(shown.sections['records']![1]!.fields).toContainEqual({ label: 'Notes', text: `Write to ${email}` })
  expect(shown.sections['consents']).toMatchObject([
    { title: 'Waiver signed', at: expect.any(String), fields: [{ text: 'Yes' }, { text: adminEmail }] },
  ])

  const erased = await admin.post('/api/forms/erasures', { email: 'GONE@example.com' })
  expect(await collectionsWith(email)).toEqual([])
  expect((await personFile(email)).filled).toEqual([])
  const live = (await admin.get('/api/site/draft')).body as unknown as WebsiteDraft
  expect(live.content).toEqual(content)
  expect(erased.body).toEqual({ success: true, deleted: 2, students: 1 })
  expect((await admin.get(path(id))).status).toBe(404)
  const revisions = await product.db.collection('revisions').find({ record_id: added.id }).sort({ at: 1 }).toArray()
  expect(revisions.map(({ action, changes }) => [action, changes.email, changes.notes])).toEqual([
    ['create', [null, 'erased'], undefined],
    ['update', undefined, [null, 'erased']],
  ])
})

// By day person-records.store.test.ts sees it.
nightlyTest('erasing a guardian takes them out of their students, with the texts of an earlier release', async () => {
  const email = 'parent@example.com'
  const phone = '(916) 555-0177'
  const guardian = (await admin.post('/api/tables/guardians', { name: 'Eve Gone', email, phone })).body as {
    id: string
  }
  const other = (await admin.post('/api/tables/guardians', { name: 'Uma Stays', email: 'uma@example.com' })).body as {
    id: string
  }
  const student = { name: 'Kid', birth_date: '2017-05-01', level: 'beginner', guardians: [guardian.id] }
  const [kid, sister, cousin] = [
    (await admin.post('/api/tables/students', student)).body as { id: string },
    (await admin.post('/api/tables/students', { ...student, name: 'Sister' })).body as { id: string },
    (await admin.post('/api/tables/students', { ...student, name: 'Cousin', guardians: [other.id] })).body as {
      id: string
    },
  ]
  expect((await admin.send('DELETE', `/api/tables/students/${sister.id}`)).status).toBe(200)
  const students = product.db.collection('students')
  await students.updateOne({ _id: new ObjectId(kid.id) }, { $set: { guardian: 'Eve Gone' } })
  // As the migration leaves a text whose guardian staff have replaced since; its history is older still.
  await students.updateOne(
    { _id: new ObjectId(cousin.id) },
    { $set: { guardian: `Eve Gone, ${email}`, guardian_moved: guardian.id } },
  )
  const revisions = product.db.collection('revisions')
  await until('the history of the cousin', async () => (await revisions.countDocuments({ record_id: cousin.id })) === 1)
  await revisions.updateOne({ record_id: cousin.id }, { $set: { 'changes.guardian': [null, 'Eve Gone'] } })
  const shown = await personFile(email)
  expect(shown.sections['records']!.map(({ title }) => title)).toEqual(['Guardian: Eve Gone'])
  expect(shown.sections['lessons']!.map(({ title }) => title)).toEqual(['Student: Kid'])

  expect((await admin.post('/api/forms/erasures', { email })).status).toBe(200)
  expect(await collectionsWith(email)).toEqual([])
  expect(await collectionsWith('eve gone')).toEqual([])
  expect((await admin.get(`/api/tables/students/${kid.id}`)).body).toMatchObject({ name: 'Kid', guardians: [] })
  expect((await admin.post(`/api/tables/students/${sister.id}/restore`, {})).body).toMatchObject({ guardians: [] })
  expect((await admin.get(`/api/tables/students/${cousin.id}`)).body).toMatchObject({ guardians: [other.id] })
})

// By day waivers/routes.store.test.ts sees it.
nightlyTest('a waiver signed by a repeated call is stored once, outlives edits, and goes with its person', async () => {
  const email = 'waiver@example.com'
  const parent = { name: 'A parent', phone: '(916) 555-0178' }
  const guardian = (await admin.post('/api/tables/guardians', parent)).body as { id: string }
  const child = { name: 'Kim', birth_date: '2018-05-01', level: 'beginner', guardians: [guardian.id], email }
  const { id } = (await admin.post('/api/tables/students', child)).body as { id: string }
  const [path, table] = [`/api/students/${id}/waiver`, `/api/tables/students/${id}`]
  const drawing = { width: 600, height: 200, path: 'M40 120L62 80' }
  const texts = (await admin.get('/api/waiver-texts')).body as { data: { version: number }[] }
  const first = { text: 'A text.', months: 12, replaces: texts.data[0]!.version }
  const published = (await admin.post('/api/waiver-texts', first)).body as { version: number; hash: string }
  const given = { signer: 'Rosa Brook', relation: 'parent', textVersion: published.version, drawing }
  const key = { 'idempotency-key': crypto.randomUUID() }
  const answers = await Promise.all([1, 2, 3].map(() => admin.post(path, given, key)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  const signed = answers[0]!.body as { id: string; until: string; textHash: string }
  expect(answers.map(({ body }) => body)).toEqual([signed, signed, signed])
  const signatures = product.db.collection('waiver_signatures')
  expect(await signatures.countDocuments({ student: id })).toBe(1)
  expect((await admin.get(table)).body).toMatchObject({ waiver_signed: true, waiver_until: signed.until })
  expect((await admin.post(path, { ...given, relation: 'self' })).status).toBe(422)
  expect((await admin.post(path, { ...given, textVersion: published.version + 1 })).status).toBe(422)

  const entries = await product.db.collection('audit_log').find({ action: 'waiver' }).toArray()
  expect(entries).toMatchObject([{ record_id: id, about: { version: published.version, hash: published.hash } }])
  expect(signed.textHash).toBe(published.hash)
  expect(JSON.stringify(entries)).not.toContain('Rosa')

  const next = { text: 'Another text.', months: 6, replaces: published.version }
  expect((await admin.post('/api/waiver-texts', next)).status).toBe(201)
  expect((await admin.post(path, given)).status).toBe(409)
  // The end of a waiver goes when it is no longer signed.
  expect(await admin.send('PUT', table, { waiver_signed: false })).toMatchObject({ body: { waiver_until: null } })
  expect((await admin.get(`/api/students/${id}/waivers`)).body).toEqual({ data: [signed] })

  const { sections } = await personFile(email)
  expect(sections['waivers']).toMatchObject([{ title: 'Waiver signed by Rosa Brook', table: 'students', id }])
  expect((await admin.post('/api/forms/erasures', { email })).body).toMatchObject({ students: 1 })
  expect(await signatures.countDocuments({ student: id })).toBe(0)
  expect(await collectionsWith('rosa brook')).toEqual([])
})

// By day file-sweep.store.test.ts and person-file.store.test.ts see it.
nightlyTest(
  'an erasure removes the files of what it removes, also of former values and imports, and no others',
  async () => {
    const email = 'signed@example.com'
    const files = fileStore(() => product.db)
    const userId = String((await product.db.collection('users').findOne({ email: adminEmail }))!._id)
    const add = (name: string) => files.add({ name, type: 'application/pdf', bytes: Buffer.from(name), userId })
    const [present, former, shared, imported] = [await add('a'), await add('b'), await add('c'), await add('d')]
    const student = (file: string, of: string, name: string) => ({
      ...{ name, birth_date: '1990-05-01', level: 'beginner', email: of },
      waiver: file,
    })
    const added = (await admin.post('/api/tables/students', student(former.url, email, 'Ada'))).body as { id: string }
    const path = `/api/tables/students/${added.id}`
    expect((await admin.send('PUT', path, { waiver: present.url })).status).toBe(200)
    for (const of of [email, 'other@example.com'])
      expect((await admin.post('/api/tables/students', student(shared.url, of, 'Bo'))).status).toBe(201)
    const text = `name,email,waiver\r\nCy,${email},${imported.url}\r\n`
    const sent = await admin.upload('/api/tables/students/imports', text, 'students.csv', 'text/csv')
    const importId = String(sent.body['id'])
    await until(
      'the check',
      async () => (await admin.get(`/api/tables/students/imports/${importId}`)).body.state === 'checked',
    )

    expect((await personFile(email)).filled).toEqual(['records', 'history', 'imports', 'files', 'consents'])
    const cookies = { cookie: [...admin.jar].map(([name, value]) => `${name}=${value}`).join('; ') }
    const archive = await fetch(`${product.site}/api/person-file?format=zip&email=${email}`, { headers: cookies })
    const unpacked = unzipSync(new Uint8Array(await archive.arrayBuffer()))
    expect(
      Object.entries(unpacked)
        .flatMap(([name, bytes]) => (name.startsWith('files/') ? [strFromU8(bytes)] : []))
        .toSorted(),
    ).toEqual(['a', 'b', 'c'])
    const { attachments } = JSON.parse(strFromU8(unpacked['person-file.json']!))
    expect(attachments.map(({ path }: { path: string }) => path)).toEqual(Object.keys(unpacked).slice(1))
    const erased = await admin.post('/api/forms/erasures', { email })
    expect(erased.body).toEqual({ success: true, deleted: 0, students: 2 })
    const left = await Promise.all([present, former, shared, imported].map(({ id }) => files.open(id)))
    expect(left.map((file) => file?.name)).toEqual([undefined, undefined, 'c', undefined])
    expect(await product.db.collection('uploads.chunks').countDocuments()).toBe(1)
    expect((await admin.get(`/api/tables/students/imports/${importId}`)).status).toBe(404)
    expect(await collectionsWith(email)).toEqual([])
  },
)

// By day writes-replay.test.ts holds each at every step of the other.
nightlyTest('an erasure beside a restore wins, whichever is first', async () => {
  for (let round = 0; round < 4; round++) {
    const email = `beside-${round}@example.com`
    const id = await post({ email })
    await admin.send('DELETE', `/api/tables/contact_submissions/${id}`)
    const [erased] = await Promise.all([
      admin.post('/api/forms/erasures', { email }),
      admin.post(`/api/tables/contact_submissions/${id}/restore`, {}),
    ])
    expect(erased!.status).toBe(200)
    await until(
      `nothing of it in ${await collectionsWith(email)}`,
      async () => (await collectionsWith(email)).length === 0,
      2_000,
    )
  }
})
