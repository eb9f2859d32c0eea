import type { InboxPage } from '@app/contracts/inbox'
import type { InquiryDetails } from '@app/contracts/inquiries'
import type { Insights } from '@app/contracts/insights'
import type { InboundPage, Message } from '@app/contracts/messages'
import { schoolDay } from '@app/school-time/school-day'
import { ObjectId } from 'mongodb'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrivedMails } from '../../services/forms/src/inbound/arrived-mails'
import { openImapSource } from '../../services/forms/src/inbound/imap-source'
import { inboundFiles } from '../../services/forms/src/inbound/inbound-files'
import { erasedMails } from '../../services/forms/src/inbound/inbound-mail'
import { mailSources } from '../../services/forms/src/inbound/mail-sources'
import { mailboxIn, openMailbox } from '../../services/forms/src/inbound/mailbox'
import { type InboundLimits, inboundQuotas } from '../../services/forms/src/inbound/quotas'
import { contentKey } from '../../services/forms/src/inbound/raw-mail'
import { receiveMails } from '../../services/forms/src/inbound/receive-mail'
import { replyFiles } from '../../services/forms/src/replies/reply-files'
import { type Browser, createBrowser } from '../support/browser'
import { nightlyTest } from '../support/cases'
import { type Dovecot, startDovecot } from '../support/dovecot'
import { freePort } from '../support/free-port'
import { inquiry } from '../support/inquiry'
import { mayStartPostfix, startPostfix } from '../support/postfix'
import { adminEmail, type Product, startProduct } from '../support/product'
import { startReplica } from '../support/replica'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
let admin: Browser
let dovecot: Dovecot
const visitor = 'zoe@club.example'

beforeAll(async () => {
  dovecot = await startDovecot()
  const mailbox = { INBOUND_IMAP_URL: dovecot.url, INBOUND_IMAP_PASSWORD: dovecot.password }
  product = await startProduct({ SEED_SAMPLES: 'false', SEED_INQUIRIES: 'false', ...mailbox }, { pages: false })
  admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
})
afterAll(async () => {
  await product?.stop()
  await dovecot?.stop()
})

type Details = InquiryDetails & { messages: Message[] }
const details = async (id: string) => (await admin.get(`/api/forms/submissions/${id}`)).body as Details
const inbound = async (state: string) => (await admin.get(`/api/forms/inbound?state=${state}`)).body as InboundPage
const collection = () => product.db.collection('inbound_mails')

/** Sends a raw mail to the product, as a mail server does. */
async function deliver(raw: string, { from = visitor, to = 'hello@archery.example' } = {}): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: product.stack.ports['inbound']!, ignoreTLS: true })
  await transport.sendMail({ envelope: { from, to }, raw: raw.replace(/\r?\n/g, '\r\n') })
  transport.close()
}

async function answeredInquiry(change: Record<string, string> = {}) {
  const sent = await createBrowser(product.site).post('/api/forms/submit', inquiry({ email: visitor, ...change }))
  const id = String(sent.body.id)
  const reply = { subject: 'Your party', text: 'Which day suits you?' }
  const answer = await admin.post(`/api/forms/submissions/${id}/reply`, reply, {
    'idempotency-key': crypto.randomUUID(),
  })
  expect(answer.status).toBe(200)
  const mail = await until('the answer to be sent', async () =>
    (await product.mails()).find(
      ({ to, headers }) => to[0]?.address === visitor && headers['message-id']!.includes(id),
    ),
  )
  return { id, mail }
}

test('the answer of a visitor in the mail box comes into the conversation, and the clock runs again', async () => {
  const { id, mail } = await answeredInquiry()
  const before = await details(id)
  expect(before).toMatchObject({ status: 'answered', messages: [{ direction: 'in' }, { direction: 'out' }] })
  const replied = await fetch(`${product.stack.urls.mail}/api/messages/${mail.id}/reply`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      text: 'Yes, ten children, the 12th.',
      attachments: [
        { name: '../guests.html', type: 'image/png', content: Buffer.from('<script>1</script>').toString('base64') },
      ],
    }),
  })
  expect(await replied.json()).toEqual({ success: true })
  const after = await until('the message', async () => {
    const now = await details(id)
    return now.messages.length === 3 && now.status === 'in_progress' && now
  })
  const [, , message] = after.messages
  expect(message).toMatchObject({
    direction: 'in',
    from: { address: visitor },
    subject: 'Re: Your party',
    text: 'Yes, ten children, the 12th.',
    quoted: expect.stringContaining('Which day suits you?'),
    attachments: [{ name: '_guests.html', type: 'application/octet-stream', size: 18, url: expect.any(String) }],
    state: 'received',
    automated: false,
  })
  expect(after.newest).toBe(message!.id)
  const { data } = (await admin.get('/api/forms/inbox?view=waiting')).body as InboxPage
  expect(data.find((row) => row.id === id)).toMatchObject({ line: 'Yes, ten children, the 12th.', isOurs: false })
  expect(Date.parse(after.dueBy!) - Date.parse(message!.at)).toBe(24 * 3_600_000)
  const file = await fetch(`${product.site}${message!.attachments[0]!.url}`, {
    headers: { cookie: [...admin.jar].map((pair) => pair.join('=')).join('; ') },
  })
  expect(await file.text()).toBe('<script>1</script>')
  expect(file.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(file.headers.get('content-security-policy')).toContain('sandbox')
  expect((await fetch(`${product.site}${message!.attachments[0]!.url}`)).status).toBe(401)

  // Nothing has to be said to it: closed, it counts as answered when it was.
  const setStatus = (status: string) => admin.post(`/api/forms/submissions/${id}/status`, { status })
  expect((await setStatus('closed')).status).toBe(200)
  const stored = await product.db.collection('contact_submissions').findOne({ _id: new ObjectId(id) })
  expect(stored).toMatchObject({ answered_at: null, first_answered_at: new Date(before.answeredAt!) })
  const today = schoolDay(Date.now())
  const { inquiries } = (await admin.get(`/api/insights?from=${today}&to=${today}`)).body as Insights
  expect(inquiries).toMatchObject({ total: 1, answered: 1, answeredWithin24h: 1 })
  expect((await setStatus('in_progress')).status).toBe(200)
})

test('a reply carries its files to the visitor and to those in Cc; a copy that comes back is shown on it', async () => {
  const { id } = await answeredInquiry({ name: 'Files' })
  const upload = async (name: string, bytes: string) => {
    const { status, body } = await admin.upload(`/api/upload/replies/${id}`, bytes, name)
    return { status, file: body as { id: string; url: string } }
  }
  expect((await upload('prices.html', '<script>1</script>')).status).toBe(422)
  expect((await upload('prices.pdf', 'no PDF')).status).toBe(422)
  const { file } = await upload('prices.csv', 'Item,Price\nParty,240\n')
  const { file: unused } = await upload('unused.txt', 'Not sent.')
  const path = `/api/forms/submissions/${id}`
  const draft = { subject: 'Prices', text: 'Here they are.', cc: 'Sam@', files: [file.id, 'f'.repeat(24)] }
  expect((await admin.send('PUT', `${path}/draft`, draft)).status).toBe(200)
  expect((await admin.get(`${path}/conversation`)).body['draft']).toMatchObject({
    cc: 'Sam@',
    files: [{ id: file.id }],
  })
  const content = { subject: 'Prices', text: 'Here they are.', cc: ['SAM@club.example', visitor], files: [file.id] }
  const key = { 'idempotency-key': crypto.randomUUID() }
  // Nothing proves whose address the copy goes to, so its author is asked.
  expect(await admin.post(`${path}/reply`, content, key)).toMatchObject({
    status: 409,
    body: { unproven: ['sam@club.example'] },
  })
  const reply = { ...content, confirmed: ['sam@club.example'] }
  expect((await admin.post(`${path}/reply`, { ...reply, cc: ['sam'] }, key)).status).toBe(422)
  expect((await admin.post(`${path}/reply`, { ...reply, files: ['f'.repeat(24)] }, key)).status).toBe(422)
  for (let attempt = 0; attempt < 2; attempt++)
    expect((await admin.post(`${path}/reply`, reply, key)).body).toMatchObject({ status: 'answered' })
  const mails = await until('both mails', async () => {
    const found = (await product.mails()).filter(({ subject }) => /^Prices \[#[0-9a-f]{10}\]$/.test(subject))
    return found.length === 2 && found
  })
  for (const mail of mails) {
    expect(mail).toMatchObject({ to: [{ address: visitor }], attachments: [{ name: 'prices.csv', size: 21 }] })
    expect(mail.headers['cc']).toBe('sam@club.example')
  }
  // Each recipient gets a mail of their own, so that what a server reports concerns one address.
  const copy = mails.find(({ headers }) => headers['message-id']!.includes('-0.'))!
  // The id of another's mail would let this recipient report on it.
  expect(copy.headers['references'] ?? '').not.toContain(mails.find((mail) => mail !== copy)!.headers['message-id'])
  const shown = (await details(id)).messages.at(-1)!
  expect(shown).toMatchObject({
    cc: [{ address: 'sam@club.example' }],
    attachments: [{ name: 'prices.csv', size: 21 }],
  })

  const report = `From: MAILER-DAEMON@club.example\nTo: no-reply@archery.example\nMessage-ID: <cc-${id}@club.example>\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; club.example\n\nFinal-Recipient: rfc822; sam@club.example\nAction: failed\nStatus: 5.1.1\n--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: ${copy.headers['message-id']}\nX-Report-Key: ${copy.headers['x-report-key']}\n--b--\n`
  await deliver(report, { from: '', to: 'no-reply@archery.example' })
  await until('the note', async () =>
    (await details(id)).messages.some(({ note }) => note?.includes('sam@club.example')),
  )
  expect((await details(id)).messages.find(({ subject }) => subject === 'Prices')).toMatchObject({ bounce: null })

  // Nothing holds the second file: a sweep of two days later removes it, and leaves the other.
  const later = (hours: number) =>
    replyFiles(
      () => product.db,
      undefined,
      () => new Date(Date.now() + hours * 3_600_000),
    )
  expect([await later(0).sweep(), await later(49).sweep()]).toEqual([0, 1])
  expect((await fetch(`${product.site}${unused.url}`)).status).toBe(401)
  expect(await later(0).find(id, [file.id, unused.id])).toMatchObject([{ name: 'prices.csv' }])

  // The address in Cc goes from the reply, also in the trash; the files go with the visitor.
  const stored = () => product.db.collection('contact_submissions').findOne({ _id: new ObjectId(id) })
  const trash = product.db.collection('trash')
  const trashed = { table: 'contact_submissions', record: await stored(), deleted_at: new Date() }
  const { insertedId } = await trash.insertOne(trashed)
  const filled = async (email: string) => {
    const { sections } = (await admin.get(`/api/person-file?email=${email}`)).body as { sections: object }
    return Object.entries(sections).flatMap(([place, entries]) => (entries.length > 0 ? [place] : []))
  }
  expect(await filled('sam@club.example')).toEqual(['copies', 'suppression'])
  expect(await filled(encodeURIComponent(visitor))).toEqual(
    expect.arrayContaining(['records', 'trash', 'incoming', 'replyFiles']),
  )
  expect((await admin.post('/api/forms/erasures', { email: 'sam@club.example' })).status).toBe(200)
  expect(JSON.stringify([await stored(), await trash.findOne({ _id: insertedId })])).not.toContain('sam@club.example')
  expect((await details(id)).messages.find(({ subject }) => subject === 'Prices')).toMatchObject({
    attachments: [{ name: 'prices.csv' }],
  })
  expect((await admin.post('/api/forms/erasures', { email: visitor })).status).toBe(200)
  expect([await filled('sam@club.example'), await filled(encodeURIComponent(visitor))]).toEqual([[], []])
  expect(await product.db.collection('reply_files.files').countDocuments()).toBe(0)
  expect(await product.db.collection('reply_files.chunks').countDocuments()).toBe(0)
})

// By day arrived-mails.store.test.ts and place-report.store.test.ts see it, and the last test a bounce of Postfix.
nightlyTest(
  'one mail that comes several times is stored once; mail of programs changes nothing and a bounce is shown',
  async () => {
    const { id, mail } = await answeredInquiry()
    const messageId = mail.headers['message-id']!
    const away = `From: Zoe <${visitor}>\nTo: hello@archery.example\nSubject: Automatic reply\nAuto-Submitted: auto-replied\nIn-Reply-To: ${messageId}\nMessage-ID: <away-${id}@club.example>\n\nI am away.\n`
    await Promise.all(Array.from({ length: 5 }, (_, n) => deliver(`Received: by mx${n}\n${away}`)))
    const report = `From: MAILER-DAEMON@club.example\nTo: no-reply@archery.example\nSubject: Undelivered\nMessage-ID: <dsn-${id}@club.example>\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nNo such user.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; club.example\n\nFinal-Recipient: rfc822; ${visitor}\nAction: failed\nStatus: 5.1.1\n--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: ${messageId}\nX-Report-Key: ${mail.headers['x-report-key']}\n--b--\n`
    const state = () => admin.get(`/api/forms/mail-addresses/state?email=${visitor}`)
    // A Message-ID alone, which other recipients know too, suppresses no address.
    const forged = report.replace(/X-Report-Key.*\n/, '').replace('<dsn-', '<forged-')
    await deliver(forged, { from: '', to: 'no-reply@archery.example' })
    await until('the forged report', async () =>
      (await details(id)).messages.some(({ bounce }) => bounce?.isUnverified),
    )
    expect((await state()).body).toMatchObject({ suppressed: null })
    await deliver(report, { from: '', to: 'no-reply@archery.example' })
    const now = await until('the bounce', async () => {
      const read = await details(id)
      return read.messages.some(({ bounce }) => bounce && !bounce.isUnverified) && read
    })
    expect(now).toMatchObject({
      status: 'answered',
      messages: [
        { direction: 'in' },
        { direction: 'out', state: 'bounced', bounce: { status: '5.1.1', permanent: true } },
        { automated: true, text: 'I am away.' },
      ],
    })
    expect(await collection().countDocuments({ message_id: `<away-${id}@club.example>` })).toBe(1)
    expect((await state()).body).toMatchObject({ suppressed: { email: visitor, reason: 'bounced', status: '5.1.1' } })
    const listed = (await inbound('automated')).data.find(({ text }) => text === 'I am away.')!
    expect(listed).toMatchObject({ inquiry: id, reason: 'An automatic reply.', suggestions: [] })
    expect((await admin.post(`/api/forms/inbound/${listed.id}/inquiry`, {})).status).toBe(409)
  },
)

// By day find-recipients.families.store.test.ts and inbound/module.store.test.ts see it.
nightlyTest(
  'a guardian who writes gets the inquiries of the family suggested; the mail is placed nowhere by itself',
  async () => {
    const sent = inquiry({ name: 'Fay Milly', email: 'fay@family.example' })
    const id = String((await createBrowser(product.site).post('/api/forms/submit', sent)).body.id)
    const add = async (table: string, values: object) =>
      (await admin.post(`/api/tables/${table}`, values)).body as { id: string }
    const [fay, sam] = [
      await add('guardians', { name: 'Fay Milly', email: 'fay@family.example' }),
      await add('guardians', { name: 'Sam Milly', email: 'sam@family.example' }),
    ]
    const child = { name: 'Kit Milly', birth_date: '2017-05-01', level: 'beginner' }
    await add('students', { ...child, guardians: [fay.id, sam.id] })
    await deliver('From: Sam <sam@family.example>\nSubject: Kit\nMessage-ID: <f1@family.example>\n\nKit is ill.\n')
    const page = await until('the unmatched mail', async () => {
      // The two are not read at one moment.
      const found = await inbound('unmatched')
      return found.total === 1 && found.data.length === 1 && found
    })
    expect(page.data[0]!.suggestions).toMatchObject([{ inquiry: id, email: 'fay@family.example', isFamily: true }])
    expect((await admin.post(`/api/forms/inbound/${page.data[0]!.id}/attach`, { inquiry: id })).status).toBe(200)
    for (const email of ['fay@family.example', 'sam@family.example'])
      expect((await admin.post('/api/forms/erasures', { email })).status).toBe(200)
  },
)

// By day place-mail.store.test.ts sees it.
nightlyTest('an answer that names no mail is recognized by its subject, from the proven visitor only', async () => {
  const { id, mail } = await answeredInquiry({ name: 'Sub Ject' })
  const path = `/api/forms/submissions/${id}`
  const cc = ['sam@club.example']
  const copied = await admin.post(`${path}/reply`, { subject: 'Your party', text: 'And?', cc, confirmed: cc })
  expect(copied.status).toBe(200)
  const [, token = ''] = /^Your party (\[#[0-9a-f]{10}\])$/.exec(mail.subject) ?? []
  expect(token).not.toBe('')
  const written = [
    [visitor, `AW: WG: Your party ${token.toUpperCase().slice(0, -1)}`, 'threaded'],
    ['sam@club.example', `RE: Your party ${token}`, 'unmatched'],
    ['other@home.example', `Fwd: Your party ${token}`, 'unmatched'],
    [visitor, 'Re: Your party [#0123456789]', 'unmatched'],
    [visitor, 'Re: Your party', 'unmatched'],
  ] as const
  // What the mail box of development says of itself counts there, as DMARC does elsewhere.
  const proof = (state: string) => (state === 'threaded' ? 'X-Development-Mail-Box: reply\n' : '')
  for (const [n, [from, subject, state]] of written.entries())
    await deliver(
      `${proof(state)}From: ${from}\nSubject: ${subject}\nMessage-ID: <t${n}@club.example>\n\nAnswer ${n}\n`,
    )
  const placed = () => collection().find({ message_id: /^<t\d@/, state: { $ne: 'waiting' } })
  await until('all to be placed', async () => (await placed().toArray()).length === written.length)
  const states = (await placed().sort({ message_id: 1 }).toArray()).map(({ state, inquiry: own }) => [
    state,
    own?.toHexString(),
  ])
  expect(states).toEqual(written.map(([, , state]) => [state, state === 'threaded' ? id : undefined]))
  const { messages } = await details(id)
  expect(messages.at(-1)).toMatchObject({
    subject: 'AW: WG: Your party',
    text: 'Answer 0',
    sender: 'visitor',
    proven: true,
  })
  expect(messages.find(({ text }) => text === 'And?')).toMatchObject({ subject: 'Your party' })

  // Nobody proves the others; staff are offered the inquiry that the subject names.
  const other = (await inbound('unmatched')).data.find(({ text }) => text === 'Answer 1')!
  expect(other).toMatchObject({ proven: false, suggestions: [{ inquiry: id, isNamed: true }] })
  expect((await admin.post(`/api/forms/inbound/${other.id}/attach`, { inquiry: id })).status).toBe(200)
  await until('it to be there', async () => (await details(id)).messages.at(-1)?.text === 'Answer 1')
  for (const email of [visitor, 'other@home.example'])
    expect((await admin.post('/api/forms/erasures', { email })).status).toBe(200)
})

// By day place-mail.store.test.ts, make-inquiry.store.test.ts and inbox/routes.store.test.ts see it.
nightlyTest(
  'a mail that answers nothing for certain is unmatched; staff attach it or make an inquiry of it',
  async () => {
    const { id } = await answeredInquiry({ name: 'Una Match' })
    const forged = `<${id}.notification@localhost>`
    await deliver(
      `From: Una Match <una@other.example>\nSubject: Our party\nIn-Reply-To: ${forged}\nMessage-ID: <u1@other.example>\n\nIs the 12th free?\n`,
    )
    await deliver('From: Max <max@other.example>\nSubject: Bows\nMessage-ID: <u2@other.example>\n\nDo you sell bows?\n')
    const list = await until('two unmatched mails', async () => {
      const page = await inbound('unmatched')
      return page.data.length === 2 && page
    })
    expect(list.doors).toMatchObject([
      { kind: 'imap', state: 'open' },
      { kind: 'smtp', state: 'open' },
    ])
    const [bows, party] = list.data as [InboundPage['data'][number], InboundPage['data'][number]]
    expect(party).toMatchObject({ text: 'Is the 12th free?', suggestions: [{ inquiry: id, reason: 'name' }] })
    const attached = await admin.post(`/api/forms/inbound/${party.id}/attach`, { inquiry: id })
    expect(attached).toMatchObject({ status: 200, body: { status: 'in_progress' } })
    expect((attached.body as Details).messages.at(-1)).toMatchObject({ id: party.id, text: 'Is the 12th free?' })
    expect((await admin.post(`/api/forms/inbound/${party.id}/attach`, { inquiry: id })).status).toBe(409)
    const made = await admin.post(`/api/forms/inbound/${bows.id}/inquiry`, {})
    expect(made).toMatchObject({
      status: 200,
      body: { status: 'new', messages: [{ id: bows.id, text: 'Do you sell bows?' }] },
    })
    expect((await inbound('unmatched')).total).toBe(0)

    // The conversation is found by what either side wrote, by its sender and by notes.
    await admin.post(`/api/forms/submissions/${id}/notes`, { text: 'Ask Quentin about the oak range.' })
    const search = async (q: string) =>
      (await admin.get(`/api/forms/inbox?q=${encodeURIComponent(q)}`)).body as InboxPage
    await until('the words of the conversation', async () => (await search('quent 12TH')).total === 1)
    expect((await search('12th una')).data).toMatchObject([{ id, line: 'Is the 12th free?' }])
    expect((await search('which day quentin')).data).toMatchObject([{ id, line: 'Which day suits you?' }])
    expect((await search('quentin nowhere')).total).toBe(0)
    expect((await admin.post('/api/forms/erasures', { email: 'una@other.example' })).status).toBe(200)
    expect((await search('12th')).total).toBe(0)
    const left = await product.db.collection('contact_submissions').findOne({ _id: new ObjectId(id) })
    expect(left).toMatchObject({ search_due: expect.any(Date) })
    expect(left).not.toHaveProperty('search_words')

    // Everything of an address goes: the raw mail, its files, and the conversation it is in.
    const files = () => product.db.collection('inbound_files.files').countDocuments()
    const [mails, stored] = [await collection().countDocuments(), await files()]
    expect((await admin.post('/api/forms/erasures', { email: 'max@other.example' })).body).toMatchObject({ deleted: 1 })
    expect([await collection().countDocuments(), await files()]).toEqual([mails - 1, stored - 1])
    expect((await admin.post('/api/forms/erasures', { email: visitor })).status).toBe(200)
    expect([await collection().countDocuments(), await files()]).toEqual([0, 0])
    expect(await product.db.collection('inbound_files.chunks').countDocuments()).toBe(0)
    expect(await product.db.collection('mail_addresses').countDocuments()).toBe(0)
  },
)

// By day place-mail.store.test.ts sees it.
nightlyTest(
  'two responders that face each other send one mail each, whether the other says that it is a program or not',
  async () => {
    const forms = product.db.collection('forms')
    await forms.updateMany({}, { $set: { send_feedback_email: true } })
    try {
      for (const [name, headers] of [
        ['polite', 'Auto-Submitted: auto-replied\nIn-Reply-To: '],
        ['rude', 'In-Reply-To: '],
      ] as const) {
        const email = `${name}@responder.example`
        const mailsTo = async () => (await product.mails()).filter(({ to }) => to[0]?.address === email)
        const sent = await until('a thank-you mail', async () => {
          // Forms are read again after a few seconds.
          const { body } = await createBrowser(product.site).post(
            '/api/forms/submit',
            inquiry({ email, message: crypto.randomUUID() }),
          )
          await new Promise((resolve) => setTimeout(resolve, 1_000))
          return (await mailsTo()).length > 0 && String(body.id)
        })
        const [thanks] = await mailsTo()
        expect(thanks!.headers['auto-submitted']).toBe('auto-replied')
        // It answers each mail that it gets, and so would we if we answered at all.
        for (let turn = 0; turn < 3; turn++)
          await deliver(
            `From: ${email}\nSubject: Thank you for your mail\n${headers}${thanks!.headers['message-id']}\nMessage-ID: <${name}${turn}@responder.example>\n\nI will answer soon.\n`,
            { from: email },
          )
        await until(
          'all to be placed',
          async () => (await collection().countDocuments({ sender: email, state: { $ne: 'waiting' } })) === 3,
        )
        const states = await collection().distinct('state', { sender: email })
        expect(states).toEqual([name === 'polite' ? 'automated' : 'threaded'])
        expect(sent).toMatch(/^[0-9a-f]{24}$/)
        // What would be sent is queued in the step that places a mail.
        const waiting = await product.db
          .collection('contact_submissions')
          .countDocuments({ email, 'mails.to': email, 'mails.state': { $in: ['pending', 'sending'] } })
        expect([waiting, (await mailsTo()).length]).toEqual([0, 1])
        expect((await admin.post('/api/forms/erasures', { email })).status).toBe(200)
      }
    } finally {
      await forms.updateMany({}, { $set: { send_feedback_email: false } })
    }
  },
)

test('mail for others is refused', async () => {
  await expect(deliver('Subject: x\n\nx\n', { to: 'someone@else.example' })).rejects.toMatchObject({
    responseCode: 550,
  })
})

const posted = (subject: string) =>
  `From: Zoe <zoe@mailbox.example>\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@club.example>\r\n\r\nHello\r\n`
const isStored = async (subject: string) =>
  (await collection().countDocuments({ keys: contentKey(Buffer.from(posted(subject))) })) === 1
/** Stored, whether it is read or not: the worker may have ended before. A text, as the server from PyPI finds nothing by a RegExp in an indexed list. */
const inMailbox = { keys: { $regex: '^imap:' } }

const boundless: InboundLimits = { mailsPerNetwork: 1e6, bytesPerNetwork: 1e12, bytesInAll: 1e12 }

/** Stores what comes in, within some limits. */
function receiver(limits = boundless, now = () => new Date()) {
  const db = () => product.db
  const stores = { arrived: arrivedMails(db), files: inboundFiles(db), erased: erasedMails(db) }
  return receiveMails({ ...stores, quotas: inboundQuotas(db, limits, now), now })
}

/** Mail sources of two workers in this process, while `act` runs. */
async function withSources(act: () => Promise<void>, limits = boundless, now = () => new Date()): Promise<void> {
  const db = () => product.db
  const deps = {
    receive: receiver(limits, now),
    now,
    ...{
      mailbox: mailboxIn(dovecot.url),
      credentials: async () => ({ pass: dovecot.password }),
      sources: mailSources(db),
    },
    ...{ stored() {}, onError() {} },
  }
  const sources = [openImapSource(deps), openImapSource(deps)]
  await act().finally(() => Promise.all(sources.map((source) => source.close())))
}

test('a mailbox is read as mail comes in, and a mail is marked as read once it is stored', async () => {
  await dovecot.append(posted('one'))
  await until('it to be placed', () => collection().findOne({ subject: 'one', state: 'unmatched' }).then(Boolean))
  await until('it to be marked', async () => (await dovecot.seen()).length === 1)
  await product.stack.stopProcess('email-worker')
})

test('a worker that ends between storing and marking leaves nothing twice; what someone has read meanwhile comes in', async () => {
  await dovecot.append(posted('killed'))
  await dovecot.append(posted('read-elsewhere'))
  await dovecot.within((client) => client.messageFlagsAdd('3', ['\\Seen'], { uid: true }))
  const receive = receiver()
  const box = await openMailbox(mailboxIn(dovecot.url), { pass: dovecot.password })
  for await (const [copy] of box.read([2])) await receive([{ raw: copy!.raw, sourceKey: 'imap:before-the-kill' }])
  box.close()
  await withSources(async () => {
    await until('the last one', () => isStored('read-elsewhere'))
    await until('all to be marked', async () => (await dovecot.seen()).length === 3)
  })
  expect(await isStored('killed')).toBe(true)
  expect(await collection().countDocuments(inMailbox)).toBe(3)
})

test('after UIDVALIDITY has changed nothing is stored twice, and new mail comes in', async () => {
  await dovecot.renumber()
  await dovecot.append(posted('renumbered'))
  await withSources(() => until('it to be stored', () => isStored('renumbered')).then(() => {}))
  expect(await collection().countDocuments(inMailbox)).toBe(4)
})

// By day quotas.store.test.ts and mail-sources.store.test.ts see it.
nightlyTest(
  'mail beyond a quota stays unread in the mailbox and is counted; it is read when there is room again',
  async () => {
    const before = (await dovecot.seen()).length
    const subjects = ['within', 'within-too', 'beyond', 'beyond-too']
    const network = 'Received: from mx.far.example (mx.far.example [203.0.113.9]) by mail.school.example\r\n'
    const raw = (subject: string) => network + posted(subject)
    const stored = async () => {
      const keys = subjects.map((subject) => contentKey(Buffer.from(raw(subject))))
      return collection().countDocuments({ keys: { $in: keys } })
    }
    for (const subject of subjects) await dovecot.append(raw(subject))
    const limits = { ...boundless, mailsPerNetwork: 2 }
    const left = async () =>
      ((await admin.get('/api/forms/inbound')).body as InboundPage).doors.find(({ kind }) => kind === 'imap')!.left
    await withSources(async () => {
      await until('the rest to be counted', async () => (await left()) === 2)
    }, limits)
    expect([await stored(), (await dovecot.seen()).length - before]).toEqual([2, 2])
    // They are not read again on the same day, by any reader.
    await dovecot.append(posted('of-nobody'))
    await withSources(() => until('a later mail', () => isStored('of-nobody')).then(() => {}), limits)
    expect([await stored(), await left()]).toEqual([2, 2])
    const tomorrow = () => new Date(Date.now() + 86_400_000)
    await withSources(
      async () => {
        await until('nothing to be left', async () => (await left()) === undefined)
      },
      limits,
      tomorrow,
    )
    expect([await stored(), (await dovecot.seen()).length - before]).toEqual([4, 5])
  },
)

test.skipIf(!mayStartPostfix)(
  'mail goes out through Postfix and comes in from it over LMTP; what it cannot deliver comes back as a bounce',
  async () => {
    // All mail takes the way by Postfix.
    await product.stack.stopProcess('email-worker')
    const lmtp = await freePort()
    const postfix = await startPostfix({
      routes: {
        'archery.example': `lmtp:[127.0.0.1]:${lmtp}`,
        'club.example': `smtp:[127.0.0.1]:${product.stack.ports.smtp}`,
      },
    })
    const env = { ...product.stack.env, SMTP_URL: postfix.url, INBOUND_LMTP_PORT: String(lmtp) }
    const startWorker = () => startReplica('email-worker', env)
    let worker = await startWorker()
    const transport = createTransport({ host: '127.0.0.1', port: postfix.port, ignoreTLS: true })
    const write = (messageId: string, text: string) =>
      transport.sendMail({
        ...{ from: visitor, to: 'hello@archery.example', subject: 'Re: Your party', text },
        inReplyTo: messageId,
      })
    const last = async (id: string) => (await details(id)).messages.at(-1)!
    try {
      const { id, mail } = await answeredInquiry({ name: 'Post Fix' })
      expect(mail.headers['received']).toContain('(Postfix)')
      const messageId = mail.headers['message-id']!
      await write(messageId, 'Over LMTP.')
      const answered = await until('the answer', async () => {
        const now = await details(id)
        return now.status === 'in_progress' && now
      })
      expect(answered.messages).toMatchObject([{}, {}, { text: 'Over LMTP.', automated: false }])

      // While no worker runs, Postfix keeps what comes in, and delivers it once.
      await worker.stop('SIGKILL')
      await write(messageId, 'Nobody was there.')
      worker = await startWorker()
      await until('what waited', async () => {
        await postfix.flush()
        return (await details(id)).messages.some(({ text }: { text: string }) => text === 'Nobody was there.')
      })
      expect(await collection().countDocuments({ inquiry: new ObjectId(id), state: 'threaded' })).toBe(2)

      const gone = 'gone@club.example'
      await fetch(`${product.stack.urls.mail}/api/refusals/${gone}`, { method: 'PUT' })
      const sent = await createBrowser(product.site).post('/api/forms/submit', inquiry({ email: gone }))
      const bounced = String(sent.body.id)
      await admin.post(`/api/forms/submissions/${bounced}/reply`, { subject: 'Hi', text: 'Which day?' })
      const reply = await until('the bounce', async () => {
        const shown = await last(bounced)
        return shown.state === 'bounced' && shown
      })
      expect(reply).toMatchObject({
        direction: 'out',
        bounce: { permanent: true, status: expect.stringMatching(/^5\./) },
      })
      expect(reply.bounce).not.toHaveProperty('isUnverified')
      // Postfix accepted the mail: only its report says that nobody got it.
      expect((await details(bounced)).mails.find(({ kind }) => kind === 'reply')).toMatchObject({ state: 'sent' })
    } finally {
      transport.close()
      await worker.stop()
      await postfix.stop()
    }
  },
)
