import { minutes } from '@app/contracts/durations'
import { inquiryTable } from '@app/contracts/inquiries'
import { testDatabase } from '@app/mongo/test-database.fixture'
import fc from 'fast-check'
import { ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { mailAddresses } from '../addresses/mail-addresses'
import { outgoingMail, reportKey, subjectToken } from '../inquiries/outgoing-mail'
import { mailingStore, type StoredMailing } from '../mailings/mailing'
import { conversationWords } from '../search/conversation-words'
import { arrivedMails } from './arrived-mails'
import { conversations } from './conversations'
import { inboundFiles } from './inbound-files'
import { erasedMails, type InboundMail } from './inbound-mail'
import { toMessage } from './messages'
import { placeMail } from './place-mail'
import { contentKey } from './raw-mail'
import { readMail } from './read-mail'
import { readWaiting, waitingMails } from './read-waiting'
import { type Incoming, receiveMails } from './receive-mail'

const domain = 'archery.example'
const trustedHost = 'mx.school.example'
const eve = 'eve@evil.example'
const victims = ['zoe@example.com', 'ann@club.example', 'bob@home.example']
/** By night more, with a seed of its own; what it draws begins with what a shorter run draws. */
const count = process.env['FUZZ_SEED'] === 'new' ? 4_000 : 200

const database = testDatabase(({ db }) => arrivedMails(db).prepare())
const db = () => database.mongo.db()
const stored = () => db().collection<InboundMail>('inbound_mails')

const key = (n: number) => `${n}`.repeat(32)
const at = new Date()
type Kind = 'thank_you' | 'reply' | 'copy'
const outgoing = (id: ObjectId, n: number, kind: Kind, to: string, name: string) =>
  outgoingMail({ documentId: id.toHexString(), kind, to, name, threadKey: key(n) }, { mailDomain: domain, at })

/** Conversations with three visitors and with Eve, who has a copy of a reply to each; the visitors have answered all but the last reply. */
async function school() {
  const inquiries = [...victims, eve].map((email, n) => {
    const _id = new ObjectId()
    const mails = [
      outgoing(_id, n, 'thank_you', email, 'thank_you'),
      outgoing(_id, n, 'reply', email, 'reply-1'),
      outgoing(_id, n, 'copy', eve, 'reply-1-0'),
      outgoing(_id, n, 'reply', email, 'reply-2'),
    ]
    const about = { created_at: at, updated_at: at, status: 'answered', spam: false, thread_key: key(n) }
    return { _id, email, name: email, ...about, replies: [{ cc: [eve] }], mails }
  })
  const mailing = new ObjectId()
  const mailingMails = [...victims, eve].map((to, n) =>
    outgoingMail(
      { documentId: mailing.toHexString(), kind: 'mailing', to, name: `mailing-${n}`, threadKey: key(9) },
      { mailDomain: domain, at },
    ),
  )
  await db().collection<object>(inquiryTable).insertMany(inquiries)
  const about = { idempotency_key: 'm', thread_key: key(9), created_at: at, mails: mailingMails }
  await db()
    .collection<object>('mailings')
    .insertOne({ _id: mailing, ...about })
  const answered = inquiries.flatMap(({ _id, mails }) =>
    mails.slice(0, 2).map(({ message_id }) => ({ _id, message_id })),
  )
  await stored().insertMany(
    answered.map(({ _id, message_id }) => ({
      ...({ state: 'threaded', received_at: at, attempts: 1, due_at: null, size: 1 } as unknown as InboundMail),
      ...{ _id: new ObjectId(), keys: [message_id], inquiry: _id, answers: [message_id], sender: 'x@y.example' },
    })),
  )
  return {
    inquiries,
    // Answers and forwards carry them to others: Eve knows all.
    ids: [...inquiries.flatMap(({ mails }) => mails), ...mailingMails].map(({ message_id }) => message_id),
    // They are in the header of the mail itself alone.
    keys: [
      ...inquiries.flatMap(({ mails }, n) => mails.map((mail) => ({ ...mail, thread: key(n) }))),
      ...mailingMails.map((mail) => ({ ...mail, thread: key(9) })),
    ].flatMap(({ to, message_id, thread }) => (to === eve ? reportKey(thread, message_id) : [])),
    tokens: inquiries.map(({ _id }, n) => subjectToken(key(n), _id.toHexString())),
    unanswered: inquiries.map(({ mails }) => mails.at(-1)!.message_id),
  }
}
type School = Awaited<ReturnType<typeof school>>

/** Draws mails that use all that Eve knows. What the trusted server has written is always on top. */
function hostileMail({ ids, keys, tokens }: School) {
  const from = fc.constantFrom(
    ...[...victims, eve].flatMap((one) => [
      one,
      `"Zoe" <${one}>`,
      `"${one}" <${eve}>`,
      `${one}, ${eve}`,
      `${eve}, ${one}`,
    ]),
    ...victims.flatMap((one) => [
      `${one}\r\nFrom: ${eve}`,
      `${eve}\r\nFrom: ${one}`,
      `<${one}> (${eve})`,
      `"a" <${one}> <${eve}>`,
    ]),
    `group: ${victims.join(', ')};`,
    '',
  )
  const id = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.constantFrom(...ids).map((one) => one.replace(/.@/, '0@')) },
    { weight: 1, arbitrary: fc.constantFrom(...ids).map((one) => one.replace(/reply-1|thank_you/, 'reply-3')) },
    { weight: 1, arbitrary: fc.constantFrom('<x@y.example>', '', '<>', '<a b@c>') },
  )
  const recipient = fc.constantFrom(...victims, eve, victims.join(', '), '')
  const forged = fc.constantFrom(
    ...['', `Authentication-Results: ${trustedHost}.evil.example; dmarc=pass`, 'Authentication-Results: ; dmarc=pass'],
    `Authentication-Results: evil.example (${trustedHost}; dmarc=pass)`,
    `Authentication-Results: evil.example; spf=pass smtp.mailfrom="x\r\n ${trustedHost}; dmarc=pass"@evil.example`,
    `ARC-Authentication-Results: i=1; ${trustedHost}; dmarc=pass`,
    'X-Spam-Flag: YES',
    'Auto-Submitted: auto-replied',
  )
  /** What the server says of Eve: her own domain is hers, no other one is. */
  const verdict = (sender: string) => {
    const own = sender.startsWith(eve) || (sender.endsWith(`<${eve}>`) && !sender.includes('> <'))
    const isOne = own && !sender.includes(',') && !sender.includes('From:')
    return `Authentication-Results: ${trustedHost};\r\n spf=pass smtp.mailfrom="x; dmarc=pass; "@evil.example; dmarc=${
      isOne ? 'pass header.from=evil.example' : 'fail header.from=example.com'
    } (p=none; dmarc=pass)`
  }
  const subject = fc
    .tuple(fc.constantFrom('Re: Hi', 'Undelivered Mail', 'AW: Your party'), fc.subarray(tokens, { maxLength: 2 }))
    .map(([text, named]) => [text, ...named.map((one) => `[#${one}]`)].join(' '))
  const reported = fc.constantFrom(...keys, '', 'x').map((one) => `X-Report-Key: ${one}`)
  const text = fc.constantFrom('Yes, on Sunday.', 'I am away.', 'Please call me at once.')
  const report = fc
    .record({
      kind: fc.constantFrom('delivery-status', 'feedback-report'),
      to: recipient,
      id,
      other: id,
      key: reported,
      status: fc.constantFrom('5.1.1', '5.1.10', '5.2.1', '4.4.1', '550 5.1.1 unknown'),
    })
    .map(({ kind, to, id: about, other, key, status }) => ({
      type: `multipart/report; report-type=${kind}; boundary=b`,
      body: [
        ...['--b', 'Content-Type: text/plain', '', `${to} unknown user. Message-ID: ${other}`],
        ...['--b', `Content-Type: message/${kind}`, '', `Original-Message-ID: ${other}`, ''],
        ...[`Final-Recipient: rfc822; ${to}`, `Original-Rcpt-To: ${to}`, 'Action: failed', `Status: ${status}`],
        ...['--b', 'Content-Type: message/rfc822', '', `Message-ID: ${about}`, key, `To: ${to}`, '', 'x', '--b--'],
      ].join('\r\n'),
    }))
  const inWords = fc.tuple(recipient, id, reported).map(([to, about, key]) => ({
    type: 'text/plain',
    body: `Hi. This is the qmail-send program.\r\n<${to}>:\r\n550 5.1.1 unknown user\r\n\r\n--- Below this line is a copy\r\n\r\nMessage-ID: ${about}\r\n${key}\r\nTo: ${to}\r\n`,
  }))
  const person = text.map((body) => ({ type: 'text/plain', body }))
  return fc
    .record({
      ...{ from, subject, forged, answers: id, references: fc.array(id, { maxLength: 3 }) },
      content: fc.oneof({ weight: 3, arbitrary: person }, { weight: 2, arbitrary: report }, inWords),
      messageId: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, id),
      source: fc.constantFrom('imap', 'smtp', 'smtp-bounce'),
      replyTo: fc.oneof(fc.constant(''), recipient),
    })
    .map(({ from: sender, subject: about, content, source, ...one }, n = 0) => (no: number): Incoming => {
      const lines = [
        ...(source === 'imap' ? [verdict(sender)] : []),
        ...(one.forged ? [one.forged] : []),
        ...[
          `From: ${sender}`,
          'To: hello@archery.example',
          `Message-ID: ${one.messageId ?? `<${no + n}@evil.example>`}`,
        ],
        ...[`Subject: ${about}`, `In-Reply-To: ${one.answers}`, `References: ${one.references.join(' ')}`],
        ...(one.replyTo ? [`Reply-To: ${one.replyTo}`] : []),
        ...[`X-Number: ${no}`, `Content-Type: ${content.type}`, '', content.body, ''],
      ]
      const raw = Buffer.from(lines.join('\r\n'))
      if (source === 'imap') return { raw, sourceKey: `imap:desk:1:${no}` }
      return {
        raw,
        peer: '203.0.113.9',
        envelope: { from: source === 'smtp' ? eve : '', to: ['hello@archery.example'] },
      }
    })
}

test(
  'whoever knows every id and token of our mails silences nobody, proves nothing and loses no mail',
  async () => {
    await database.clear()
    const known = await school()
    const about = conversations(db, domain)
    const { sentAs } = mailingStore(() => db().collection<StoredMailing>('mailings'), domain)
    const [arrived, files] = [arrivedMails(db), inboundFiles(db)]
    const receive = receiveMails({
      ...{ arrived, files, erased: erasedMails(db), trustedHost },
      quotas: { take: async (mails) => mails.map(() => true) },
    })
    const reading = readWaiting({
      ...{
        waiting: waitingMails(db),
        arrived,
        files,
        conversations: about,
        words: conversationWords(db),
        read: readMail,
      },
      place: placeMail({ conversations: about, mailingMail: sentAs, trustedHost }),
      ...{
        addresses: mailAddresses(db),
        log: { info() {}, warn() {} },
      },
    })
    const before = await stored().countDocuments()
    const make = fc.sample(hostileMail(known), count)
    const hostile = make.map((one, no) => one(no))
    const honest = known.inquiries.slice(0, -1).map(({ email }, n): Incoming => {
      const head = `Authentication-Results: ${trustedHost}; dmarc=pass header.from=${email.split('@')[1]}\r\nFrom: ${email}`
      const raw = Buffer.from(`${head}\r\nIn-Reply-To: ${known.unanswered[n]}\r\nSubject: Yes\r\n\r\nYes, ${n}.\r\n`)
      return { raw, sourceKey: `imap:desk:1:honest-${n}` }
    })
    const all = hostile.toSpliced(Math.floor(count / 2), 0, ...honest)
    for (let start = 0; start < all.length; start += 100) {
      await receive(all.slice(start, start + 100))
      await reading.all()
    }
    // What the database was too slow for is read after a pause.
    const isRead = async () => {
      await reading.all()
      await reading.tellPending()
      return stored().countDocuments({ $or: [{ state: 'waiting' }, { is_pending: true }] })
    }
    await expect.poll(isRead, { interval: 500, timeout: minutes(5) }).toBe(0)

    // No mail is lost: each is there once, and was read.
    const mails = await stored()
      .find({ keys: { $regex: /^mail:/ } })
      .toArray()
    const keys = new Set(all.map(({ raw }) => contentKey(raw)))
    expect([mails.length, await stored().countDocuments()]).toEqual([keys.size, keys.size + before])
    expect(new Set(mails.flatMap((mail) => mail.keys.filter((one) => one.startsWith('mail:'))))).toEqual(keys)
    expect(mails.filter(({ state }) => state === 'waiting')).toEqual([])
    // What the visitors write meanwhile is in their conversations, and is theirs.
    const answers = mails
      .filter((mail) => mail.subject === 'Yes')
      .toSorted((one, other) => String(one.inquiry).localeCompare(String(other.inquiry)))
    expect(
      answers.map(({ sender, inquiry, state, sender_is, is_proven }) => [sender, inquiry, state, sender_is, is_proven]),
    ).toEqual(known.inquiries.slice(0, -1).map(({ email, _id }) => [email, _id, 'threaded', 'visitor', true]))
    // Nobody else is silenced, and what is reported of their mails is shown as not verified.
    const silenced = await db().collection<{ _id: string }>('mail_addresses').find().toArray()
    expect(silenced.map(({ _id }) => _id).filter((one) => one !== eve)).toEqual([])
    const mailsOf = new Set(
      known.inquiries.flatMap((one) => one.mails.flatMap(({ to, message_id }) => (to === eve ? [] : [message_id]))),
    )
    const forged = mails.flatMap(({ bounce }) => (bounce && mailsOf.has(bounce.message_id) ? [bounce] : []))
    expect(forged.filter(({ is_unverified }) => !is_unverified)).toEqual([])
    const marked = await db().collection(inquiryTable).countDocuments({ spam: true })
    expect(marked).toBe(0)
    // What is proven is Eve's own, and what is shown of a mail has its address, whether that is the visitor's, and whether it is proven.
    const others = mails.filter((mail) => mail.subject !== 'Yes')
    expect(others.filter(({ is_proven, sender }) => is_proven && sender !== eve)).toEqual([])
    for (const mail of others.filter(({ state }) => state === 'threaded')) {
      const { from, sender, proven } = toMessage(mail)
      const { email } = known.inquiries.find(({ _id }) => _id.equals(mail.inquiry!))!
      expect([from?.address, proven === true]).toEqual([mail.sender, mail.is_proven])
      expect(sender).toBe(mail.sender === email ? 'visitor' : mail.sender === eve ? 'known' : 'other')
    }
    // The draws reach all that is asserted.
    const reached = (some: (mail: InboundMail) => boolean) => others.filter(some).length
    expect(reached(({ state, is_proven }) => state === 'threaded' && is_proven === true)).toBeGreaterThan(0)
    expect(reached(({ state, sender }) => state === 'threaded' && victims.includes(sender))).toBeGreaterThan(0)
    expect(reached(({ state, named }) => state === 'unmatched' && named !== undefined)).toBeGreaterThan(0)
    expect(reached(({ reason }) => reason?.includes('changes nothing') === true)).toBeGreaterThan(0)
  },
  minutes(10),
)
