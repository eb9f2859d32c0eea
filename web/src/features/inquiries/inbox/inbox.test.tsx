import type { InboxPage, InboxRow } from '@app/contracts/inbox'
import type { Inquiry, InquiryDetails } from '@app/contracts/inquiries'
import type { Message } from '@app/contracts/messages'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { writes } from '#features/records/tables.fixture'
import { localTime } from '#lib/local-time'
import { RightsContext } from '#lib/rights'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { Toasts } from '#ui/toast'
import { answered, conversation, drafts, id, inquiry, schema, service } from '../inquiries.fixture'
import { snoozeTimes } from '../replies/time-menu'
import { InboxPage as Inbox, waitText } from './inbox-page'
import { stateOf } from './message-list'
import { messagesOf } from './messages'

const me = '65f000000000000000000001'
const next = 'd'.repeat(24)
const hour = 3_600_000
const row: InboxRow = {
  id,
  name: 'Ada',
  email: 'ada@example.com',
  line: 'Is there a roof?',
  isOurs: false,
  at: new Date(Date.now() - hour).toISOString(),
  status: 'new',
  spam: false,
  dueBy: new Date(Date.now() + 20 * hour).toISOString(),
  snoozedUntil: null,
  assignee: null,
  assigneeName: null,
}
const other = { ...row, id: next, name: 'Ben', line: 'Any bows?' }
const counts = { waiting: 2, mine: 0, unassigned: 2, them: 1_000, snoozed: 0, spam: 0 }
const pageOf = (...data: InboxRow[]): InboxPage => ({ data, total: data.length, counts })
const details = (more: Partial<InquiryDetails> = {}): InquiryDetails => ({ ...inquiry, newest: id, ...more })
const colleagues = [
  { id: 'c'.repeat(24), name: 'Ana', email: 'ana@example.com', handle: 'ana' },
  { id: me, name: 'Me', email: 'me@example.com', handle: 'me' },
]
const serviceOf = (inquiryId: string) => `/api/forms/submissions/${inquiryId}`

function open(network: Parameters<typeof answers>[0] = {}, address = '/admin/inbox', level: 'view' | 'edit' = 'edit') {
  const calls = answers({
    '/api/admin/schemas': [200, [schema]],
    '/api/site': [200, { cards: [], announcements: [], lessons: [] }],
    '/api/forms/inbox': [200, pageOf(row, other)],
    '/api/forms/inbound': [200, { data: [], total: 0, doors: [] }],
    '/api/forms/inbound/count': [200, { unmatched: 0 }],
    '/api/forms/inbox/colleagues': [200, colleagues],
    [service]: [200, details()],
    [`${service}/conversation`]: [200, conversation],
    [`${service}/drafts`]: [200, drafts],
    [serviceOf(next)]: [200, details({ id: next })],
    [`${serviceOf(next)}/conversation`]: [200, { ...conversation, id: next }],
    [`${serviceOf(next)}/drafts`]: [200, drafts],
    ...network,
  })
  show(
    <RightsContext value={{ role: 'staff', rights: { contact_submissions: level }, exports: [] }}>
      <Inbox userId={me} Records={() => null} />
      <Toasts />
    </RightsContext>,
    address,
  )
  return calls
}
const rows = () => within(screen.getByRole('list', { name: 'Conversations' })).getAllByRole('listitem')
/** The window of the tests is too narrow for the third column. */
const openPerson = async () => userEvent.click(await screen.findByRole('button', { name: 'Person' }))
const text = () => screen.findByLabelText<HTMLTextAreaElement>(/^Text/)

test('the first waiting conversation is open; j and k move between conversations', async () => {
  open()
  await screen.findByRole('heading', { name: /^Ada · Lessons/ })
  expect(screen.getByRole('link', { name: 'Waiting 2' }).getAttribute('aria-current')).toBe('page')
  expect(
    within(screen.getByRole('navigation', { name: 'Views' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Waiting2', 'Mine', 'Later', 'Other'])
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'Adadue in 19 hIs there a roof?',
    'Bendue in 19 hAny bows?',
  ])
  await userEvent.keyboard('j')
  expect(location.search).toBe(`?open=${next}`)
  await userEvent.keyboard('k')
  expect(location.search).toBe(`?open=${id}`)
})

test('a and s open menus whose first entry is you, and tomorrow', async () => {
  const calls = open({ [`${service}/assign`]: [200, inquiry], [`${service}/snooze`]: [200, inquiry] })
  await screen.findByRole('button', { name: 'Assign' })
  await expect.poll(() => document.querySelector('[role=menuitem]') ?? userEvent.keyboard('a')).toBeTruthy()
  await screen.findByRole('menuitem', { name: 'Me (you)' })
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Assigned to you')
  await userEvent.keyboard('s')
  await userEvent.keyboard('{Enter}')
  await screen.findByText(/^Snoozed until/)
  expect(writes(calls).map(({ path, body }) => [path, body])).toEqual([
    [`${service}/assign`, { person: me }],
    [`${service}/snooze`, { until: expect.stringMatching(/Z$/) }],
  ])
  expect(location.search).toBe(`?open=${next}`)
})

const assignToMe = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Assign' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Me (you)' }))
  return screen.findByRole('button', { name: /^Snooze until Saturday/ })
}

test('snoozing what was assigned leads on only while it is open', async () => {
  const last = 'e'.repeat(24)
  const calls = open({
    '/api/forms/inbox': [200, pageOf(row, other, { ...other, id: last, name: 'Cy' })],
    [serviceOf(last)]: [200, details({ id: last })],
    [`${serviceOf(last)}/conversation`]: [200, { ...conversation, id: last }],
    [`${serviceOf(last)}/drafts`]: [200, drafts],
    [`${service}/assign`]: [200, inquiry],
    [`${service}/snooze`]: [200, inquiry],
  })
  const offer = await assignToMe()
  await userEvent.keyboard('jj')
  expect(location.search).toBe(`?open=${last}`)
  await userEvent.click(offer)
  await screen.findByText(/^Snoozed until/)
  expect(writes(calls).at(-1)?.path).toBe(`${service}/snooze`)
  expect(location.search).toBe(`?open=${last}`)
})

test('the Saturday that is offered is told by its date, and is the one that is meant', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-28T20:00:00Z'), toFake: ['Date'] })
  try {
    const calls = open({ [`${service}/assign`]: [200, inquiry], [`${service}/snooze`]: [200, inquiry] })
    const offer = await assignToMe()
    expect(offer.textContent).toBe('Snooze until Saturday, Dec 5')
    vi.setSystemTime(new Date('2026-12-05T20:00:00Z'))
    await userEvent.click(offer)
    await screen.findByText(/^Snoozed until/)
    expect(writes(calls).at(-1)?.body).toEqual({ until: '2026-12-05T17:00:00.000Z' })
    expect(location.search).toBe(`?open=${next}`)
  } finally {
    vi.useRealTimers()
  }
})

test('any other time within a year is chosen in a dialog', async () => {
  const calls = open({ [`${service}/snooze`]: [200, inquiry] })
  await userEvent.click(await screen.findByRole('button', { name: 'Snooze' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Another time...' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Snooze until' }))
  const field = dialog.getByLabelText<HTMLInputElement>(/^Day and time/)
  expect(field.value).toBe(localTime(snoozeTimes(Date.now())[0]!.until.toISOString()))
  for (const [value, error] of [
    ['2020-01-01T09:00', 'Choose a time within the next year.'],
    ['', 'Choose a day and a time.'],
  ] as const) {
    fireEvent.change(field, { target: { value } })
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }))
    await dialog.findByText(error)
  }
  expect(writes(calls)).toEqual([])
  const until = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 50 * hour).toISOString()
  fireEvent.change(field, { target: { value: localTime(until) } })
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }))
  await screen.findByText(/^Snoozed until/)
  expect(screen.queryByRole('dialog')).toBeNull()
  const [{ body } = { body: {} }] = writes(calls)
  expect(Math.abs(Date.parse((body as { until: string }).until) - Date.parse(until))).toBeLessThan(1_000)
})

test('an answer starts from the template, is sent with what was seen, and leads to the next conversation', async () => {
  const calls = open({ [`${service}/reply`]: [200, answered], [`${service}/unsend`]: [200, inquiry] })
  await screen.findByDisplayValue(drafts[0]!.subject)
  await userEvent.keyboard('r')
  await expect.poll(() => document.activeElement?.id).toBe('reply-text')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('Reply sent')
  expect(writes(calls).map(({ path, body }) => [path, body])).toEqual([
    [`${service}/reply`, { subject: 'Your lessons', text: 'Hi Ada,', undoable: true, seen: id, anyway: false }],
  ])
  expect(location.search).toBe(`?open=${next}`)
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText(/^Not sent/)
  expect(writes(calls).at(-1)?.body).toEqual({ reply: '<two@archery.example>' })
  expect(location.search).toBe(`?open=${id}`)
})

test('what is typed is kept on the server after a pause', async () => {
  const calls = open({ [`${service}/draft`]: [200, { success: true }] })
  await screen.findByDisplayValue(drafts[0]!.subject)
  await userEvent.type(await text(), ' yes')
  await expect.poll(() => writes(calls).length, { timeout: 4_000 }).toBe(1)
  expect(writes(calls)[0]).toMatchObject({ method: 'PUT', path: `${service}/draft`, body: { text: 'Hi Ada, yes' } })
})

test('a kept draft is continued, and who else is writing is said', async () => {
  const file = { id: 'f'.repeat(24), name: 'plan.pdf', size: 2_000_000, type: 'application/pdf', url: '/api/plan' }
  const draft = { subject: 'Roof', text: 'There is a', cc: 'sam@', files: [file] }
  open({ [`${service}/conversation`]: [200, { ...conversation, draft, replying: ['Ana'] }] })
  await screen.findByDisplayValue('There is a')
  expect(screen.getByText('Ana is writing a reply')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Cc').value).toBe('sam@')
  expect(screen.getByRole('list', { name: 'Files of the reply' }).textContent).toBe('plan.pdf2.0 MB')
})

test('files and people in Cc go with the answer; both are kept with the draft', async () => {
  const fileId = 'f'.repeat(24)
  const file = { id: fileId, name: 'prices.pdf', size: 20_480, type: 'application/pdf', url: '/api/prices' }
  const upload = `/api/upload/replies/${id}`
  const refused: [number, unknown] = [422, { error: 'Choose a PDF.', code: 'invalid_input' }]
  const calls = open({
    [upload]: [refused, [201, file], [201, { ...file, id: 'e'.repeat(24), name: 'old.pdf' }]],
    [`${service}/draft`]: [200, { success: true }],
    [`${service}/reply`]: [200, answered],
  })
  await screen.findByDisplayValue(drafts[0]!.subject)
  const choose = (name: string) => userEvent.upload(screen.getByLabelText('Attach files'), new File(['x'], name))
  await choose('notes.exe')
  await screen.findByText('notes.exe: Choose a PDF.')
  await choose('prices.pdf')
  await screen.findByRole('link', { name: 'prices.pdf' })
  await choose('old.pdf')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove old.pdf' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cc' }))
  await userEvent.type(screen.getByLabelText('Cc'), 'Sam@Club.example, bad')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('bad is not a valid email')
  await userEvent.type(screen.getByLabelText('Cc'), '{Backspace}{Backspace}{Backspace}')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Reply sent')
  expect(writes(calls).findLast(({ path }) => path === `${service}/reply`)?.body).toMatchObject({
    cc: ['sam@club.example'],
    files: [fileId],
  })
})

test('a signature ends the answer, can be left out, and is no part of the draft', async () => {
  const signature = 'Ana\nHead coach'
  const draft = { subject: 'Roof', text: `There is.\n\n-- \n${signature}` }
  const calls = open({
    [`${service}/conversation`]: [200, { ...conversation, draft, signature }],
    [`${service}/draft`]: [200, { success: true }],
    [`${service}/reply`]: [200, answered],
  })
  await screen.findByDisplayValue('There is.')
  await userEvent.click(screen.getByRole('button', { name: 'Leave out the signature' }))
  await expect.poll(() => writes(calls).at(-1)?.body, { timeout: 4_000 }).toMatchObject({ text: 'There is.' })
  await userEvent.click(screen.getByRole('button', { name: 'Add the signature' }))
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Reply sent')
  expect(writes(calls).at(-1)?.body).toMatchObject({ text: `There is.\n\n-- \n${signature}` })
})

test('; and a shortcut put a template of any service into the text', async () => {
  const party = {
    id: 'p',
    title: 'Birthday party',
    shortcut: 'party',
    subject: 'Party',
    text: 'It is $350.',
    missing: [],
  }
  const times = { ...party, id: 't', title: 'Party times', shortcut: 'times', text: 'Saturdays.' }
  open({
    [`${service}/drafts`]: [200, [times, party]],
    [`${service}/conversation`]: [200, { ...conversation, draft: { subject: '', text: 'Hi Ada, ' } }],
    [`${service}/draft`]: [200, { success: true }],
  })
  const field = await text()
  await screen.findByDisplayValue(/^Hi Ada,/)
  await userEvent.type(field, ';pa')
  const offered = await screen.findByRole('list', { name: 'Templates by shortcut' })
  expect(
    within(offered)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([';party Birthday party', ';times Party times'])
  await userEvent.keyboard('{Tab}')
  expect(field.value).toBe('Hi Ada, It is $350.')
  expect(screen.queryByRole('list', { name: 'Templates by shortcut' })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>(/^Subject/).value).toBe('Party')
  await userEvent.type(field, ' No;such')
  expect(screen.queryByRole('list', { name: 'Templates by shortcut' })).toBeNull()
})

test('lessons with a free seat are offered while nothing is written, and one click inserts them', async () => {
  const lesson = {
    ...{ id: 'l', title: 'First arrows', place: 'roseville', placeName: 'Roseville', minutes: 60, topic: 'lessons' },
    ...{ startsAt: new Date(Date.now() + 24 * hour).toISOString(), full: false, free: 2 },
  }
  const calls = open({
    '/api/site': [200, { cards: [], announcements: [], lessons: [lesson, { ...lesson, id: 'full', full: true }] }],
    [`${service}/draft`]: [200, { success: true }],
  })
  await screen.findByDisplayValue(drafts[0]!.subject)
  const offer = within(await screen.findByRole('region', { name: 'Lessons with free seats' }))
  expect(offer.getAllByRole('listitem')).toHaveLength(1)
  await userEvent.click(offer.getByRole('button', { name: 'Insert these lessons' }))
  expect((await text()).value).toMatch(/^Hi Ada,\n\nThese lessons have free seats:\n\n- First arrows: .*, Roseville$/)
  expect(screen.queryByRole('region', { name: 'Lessons with free seats' })).toBeNull()
  expect(writes(calls).filter(({ path }) => path.endsWith('/reply'))).toEqual([])
})

test('a second answer starts empty, with the subject of the first', async () => {
  open({ [service]: [200, { ...answered, status: 'in_progress' }] })
  await screen.findByDisplayValue('Re: Yes')
  expect((await text()).value).toBe('')
})

test('a message that was not seen refuses the answer; the second click sends it', async () => {
  const newer = { id: 'x', at: new Date().toISOString(), by: 'Ada', text: 'Never mind' }
  const refused: [number, unknown] = [409, { error: 'Ada has written again.', code: 'conflict', newer }]
  const calls = open({ [`${service}/reply`]: [refused, [200, answered]] })
  await screen.findByDisplayValue(drafts[0]!.subject)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('A message has come in while you were writing')
  await userEvent.click(screen.getByRole('button', { name: 'Send anyway' }))
  await screen.findByText('Reply sent')
  expect(writes(calls).map(({ body }) => (body as { anyway: boolean }).anyway)).toEqual([false, true])
})

const mailOf = (change: Partial<Inquiry['mails'][number]>): Inquiry['mails'][number] => ({
  ...{ messageId: '<r>', kind: 'reply', to: 'ada@example.com', state: 'sent', attempts: 1, reason: null },
  ...{ nextTryAt: null, sentAt: null, ...change },
})
const nowAt = new Date('2026-11-23T20:00:00Z')
const isoAt = (minutes: number) => new Date(nowAt.getTime() + minutes * 60_000).toISOString()

test.each<[Partial<Inquiry['mails'][number]>, Message['bounce'], string, string | undefined]>([
  [{ state: 'pending', attempts: 0, nextTryAt: isoAt(0) }, null, 'Queued', undefined],
  [{ state: 'pending', attempts: 0, nextTryAt: isoAt(20 * 60) }, null, 'Held until tomorrow at 8 AM', undefined],
  [
    { state: 'pending', attempts: 2, reason: 'The mail server answered 451', nextTryAt: isoAt(5) },
    null,
    'Queued: the mail server is busy (451), next attempt in 5 min',
    'Try now',
  ],
  [{ state: 'sending' }, null, 'Sending', undefined],
  [{ sentAt: isoAt(0) }, null, 'Sent', undefined],
  [{ sentAt: isoAt(60) }, null, 'Sent Nov 23, 1:00 PM', undefined],
  [
    { state: 'failed', reason: 'The mail server answered 550' },
    null,
    'Not delivered: the address was rejected (550)',
    'Send again',
  ],
  [{ state: 'held', reason: 'Held: no right.' }, null, 'Held: no right.', 'Send it now'],
  [
    {},
    { at: isoAt(1), status: '5.1.1', permanent: true },
    'Bounced: the address does not accept mail (5.1.1)',
    'Send again',
  ],
  [
    {},
    { at: isoAt(1), status: '5.7.1', permanent: false },
    'Bounced: the mail server refused it (5.7.1)',
    'Send again',
  ],
  [
    {},
    { at: isoAt(1), status: '5.1.1', permanent: true, isUnverified: true },
    'Bounced, says a report that cannot be verified: the address does not accept mail (5.1.1)',
    'Send again',
  ],
  [{}, { at: isoAt(1), status: '4.4.1', permanent: false }, 'Sent, delayed by the mail server (4.4.1)', undefined],
])('a mail that is %o with the report %o is %j', (change, bounce, text, again) => {
  const ours: Message = received({ id: '<r>', direction: 'out', at: isoAt(0), bounce })
  const [message] = messagesOf(details({ messages: [ours], mails: [mailOf(change)] }), conversation)
  expect(stateOf(message!, nowAt.getTime())).toMatchObject({ text, ...(again ? { again } : {}) })
  expect(stateOf(message!, nowAt.getTime())?.again).toBe(again)
})

test('a reply that came back is sent again, alone; what the visitor wrote has no state', async () => {
  const bounce = { at: new Date().toISOString(), status: '5.1.1', permanent: true }
  const messages = [received({}), received({ id: '<r>', direction: 'out', state: 'bounced', bounce })]
  const calls = open({
    [service]: [
      [200, details({ messages, mails: [mailOf({})] })],
      [
        200,
        details({ messages: [messages[0]!, { ...messages[1]!, bounce: null }], mails: [mailOf({ state: 'pending' })] }),
      ],
    ],
    [`${service}/resend`]: [200, inquiry],
  })
  const thread = within(await screen.findByRole('list', { name: 'Messages' }))
  const [theirs, ours] = thread.getAllByRole('listitem')
  expect(theirs!.textContent).not.toContain('Sent')
  await userEvent.click(within(ours!).getByRole('button', { name: 'Send again' }))
  await within(ours!).findByText(/^Queued/)
  expect(writes(calls).map(({ path, body }) => [path, body])).toEqual([[`${service}/resend`, { message: '<r>' }]])
})

test('a message says what is unusual: quoted, attached, bounced', async () => {
  const at = new Date().toISOString()
  const mailbox = { name: 'Ada', address: 'ada@example.com' }
  const message: Message = {
    ...{ id, direction: 'in', at, from: mailbox, to: [], subject: '', html: null, automated: false, note: null },
    ...{ text: 'Is there a roof?', quoted: '> Hi', state: 'received', bounce: null },
    attachments: [{ name: 'a.pdf', type: 'application/pdf', size: 1, url: '/f' }],
  }
  const bounce = { at, status: '5.1.1', permanent: true }
  const ours: Message = {
    ...message,
    id: '<r>',
    direction: 'out',
    quoted: '',
    attachments: [],
    state: 'bounced',
    bounce,
  }
  const messages = [message, ours]
  open({ [service]: [200, details({ messages, mails: [mailOf({})] })] })
  const thread = within(await screen.findByRole('list', { name: 'Messages' }))
  expect(thread.getByText('Quoted text')).toBeTruthy()
  expect(thread.getByRole('link', { name: 'a.pdf' }).getAttribute('href')).toBe('/f')
  expect(thread.getByText('Bounced: the address does not accept mail (5.1.1)')).toBeTruthy()
  await openPerson()
  expect(screen.getByText(/^Mail does not arrive/)).toBeTruthy()
})

test('of a long conversation the middle is folded, unless it was searched for', async () => {
  const at = (n: number) => new Date(Date.now() - (50 - n) * hour).toISOString()
  const messages = Array.from({ length: 40 }, (_, n): Message => {
    const from = { name: 'Ada', address: 'ada@example.com' }
    return {
      ...{ id: `m${n}`, direction: 'in', at: at(n), from, to: [], subject: '', text: `Message ${n}.`, html: null },
      ...{ quoted: '', attachments: [], state: 'received', automated: false, note: null, bounce: null },
    }
  })
  open({ [service]: [200, details({ messages })] })
  const thread = await screen.findByRole('list', { name: 'Messages' })
  const shown = () => [...thread.children].map(({ textContent }) => /Message \d+|Show .*/.exec(textContent)?.[0])
  expect(shown()).toHaveLength(12)
  expect(shown().slice(0, 3)).toEqual(['Message 0', 'Show 29 more messages', 'Message 30'])
  expect(shown().at(-1)).toBe('Message 39')
  await userEvent.click(within(thread).getByRole('button', { name: 'Show 29 more messages' }))
  expect(shown()).toEqual(messages.map((_, n) => `Message ${n}`))
  expect(document.activeElement).toBe(thread.children[1])
})

test('a conversation that a search has found shows all its messages', async () => {
  const message = (n: number): Message => ({
    ...{ id: `m${n}`, direction: 'in', at: new Date().toISOString(), from: { name: 'Ada', address: 'a@b.example' } },
    ...{ to: [], subject: '', text: `Message ${n}.`, html: null, quoted: '', attachments: [], state: 'received' },
    ...{ automated: false, note: null, bounce: null },
  })
  const messages = Array.from({ length: 40 }, (_, n) => message(n))
  open({ [service]: [200, details({ messages })] }, `/admin/inbox?q=roof&open=${id}`)
  expect((await screen.findByRole('list', { name: 'Messages' })).children).toHaveLength(40)
})

const received = (change: Partial<Message>): Message => ({
  ...{
    id: 'e'.repeat(24),
    direction: 'in',
    at: new Date().toISOString(),
    to: [],
    subject: '',
    text: 'Yes.',
    html: null,
  },
  ...{ from: { name: 'Ada', address: 'ada@example.com' }, quoted: '', attachments: [], state: 'received' },
  ...{ automated: false, note: null, bounce: null, ...change },
})

test.each([
  [{ sender: 'visitor', proven: true }, 'Verified'],
  [{ sender: 'visitor', proven: false }, 'Not verified'],
  [{ sender: 'known', proven: true }, 'Known address, verified'],
  [
    { sender: 'other', proven: false, from: { name: 'Ada', address: 'eve@evil.example' } },
    'Another address, not verified',
  ],
] as const)('a message of %o shows the full address and says %j', async (change, about) => {
  const message = received(change)
  open({ [service]: [200, details({ messages: [message] })] })
  const thread = within(await screen.findByRole('list', { name: 'Messages' }))
  expect(thread.getByText(about)).toBeTruthy()
  expect(thread.getByText(message.from.address)).toBeTruthy()
})

test('where a sender wants answers is shown, and one click copies the answer there; the address needs a second one', async () => {
  const wanted = { name: 'Ann', address: 'ann@example.org' }
  const message = received({ sender: 'visitor', proven: true, replyTo: [wanted] })
  const calls = open({
    [service]: [200, details({ messages: [message] })],
    [`${service}/draft`]: [200, { success: true }],
    [`${service}/reply`]: [
      [409, { error: 'conflict', message: 'Nothing proves it.', unproven: [wanted.address] }],
      [200, answered],
    ],
    [`${service}/conversation`]: [200, { ...conversation, draft: { subject: 'Roof', text: 'There is.' } }],
  })
  const thread = within(await screen.findByRole('list', { name: 'Messages' }))
  expect(thread.getByText('Asks for replies at ann@example.org')).toBeTruthy()
  await screen.findByDisplayValue('There is.')
  await userEvent.click(screen.getByRole('button', { name: 'Cc ann@example.org' }))
  expect(screen.queryByRole('button', { name: 'Cc ann@example.org' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send a copy to ann@example.org' }))
  await screen.findByText('Reply sent')
  expect(writes(calls).at(-1)?.body).toMatchObject({ cc: [wanted.address], confirmed: [wanted.address] })
})

test('no copy is offered to the visitor, nor to what an automatic reply names', async () => {
  const wanted = [{ name: 'Ann', address: 'ann@example.org' }]
  const messages = [
    received({ id: 'f'.repeat(24), replyTo: [{ name: 'Ada', address: 'ada@example.com' }] }),
    received({ automated: true, replyTo: wanted }),
  ]
  open({ [service]: [200, details({ messages })] })
  await text()
  expect(screen.queryByRole('button', { name: /^Cc ./ })).toBeNull()
})

test('earlier messages and the formatting of one are read when somebody asks for them', async () => {
  const latest = received({ id: 'e'.repeat(24), text: 'Latest.', hasHtml: true })
  const first = received({ id: 'f'.repeat(24), text: 'First.' })
  const calls = open({
    [service]: [
      [200, details({ messages: [latest], earlier: 1 })],
      [200, details({ messages: [first], earlier: 0 })],
    ],
    [`${service}/messages/${latest.id}/html`]: [200, { ...latest, html: '<p>Latest <b>words</b></p>' }],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show 1 of 1 earlier messages' }))
  await screen.findByText('First.')
  expect(calls.at(-1)?.path).toBe(`${service}?before=${latest.id}`)
  expect(screen.queryByRole('button', { name: /earlier messages/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show formatting' }))
  await screen.findByTitle('Formatted message')
})

test('each long part of a message is read alone, when somebody asks for it', async () => {
  const latest = received({ id: 'e'.repeat(24), text: 'It begins', quoted: '> Before', hasHtml: true, isCut: true })
  const cut: Message = { ...latest, cut: ['text', 'quoted'] }
  const path = `${service}/messages/${latest.id}/html`
  const calls = open({
    [service]: [200, details({ messages: [cut] })],
    [path]: [
      [200, { ...latest, text: 'It begins and ends.', cut: ['quoted'] }],
      [200, { ...latest, html: '<p>It <b>begins</b></p>', cut: ['text', 'quoted'] }],
      [200, { ...latest, quoted: '> Before that', cut: ['text'] }],
    ],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show the whole message' }))
  await screen.findByText('It begins and ends.')
  expect(screen.queryByRole('button', { name: 'Show the whole message' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show formatting' }))
  await screen.findByTitle('Formatted message')
  await userEvent.click(screen.getByRole('button', { name: 'Show as plain text' }))
  await screen.findByText('It begins and ends.')
  await userEvent.click(screen.getByText('Quoted text'))
  await userEvent.click(screen.getByRole('button', { name: 'Show all quoted text' }))
  await screen.findByText('> Before that')
  expect(screen.queryByRole('button', { name: 'Show all quoted text' })).toBeNull()
  const asked = calls.map(({ path }) => path).filter((one) => one.startsWith(path))
  expect(asked).toEqual(['text', 'html', 'quoted'].map((part) => `${path}?part=${part}`))
})

test('a note offers colleagues after @, and shows who was mailed', async () => {
  const note = { id: 'n', text: '@ana free?', by: 'me@example.com', at: new Date().toISOString(), mentions: ['Ana'] }
  const calls = open({ [`${service}/notes`]: [200, { ...conversation, notes: [note] }] })
  await openPerson()
  const field = await screen.findByLabelText('Note for the team')
  await userEvent.type(field, '@a')
  await userEvent.click(await screen.findByRole('button', { name: 'Ana @ana' }))
  await userEvent.type(field, 'free?')
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await screen.findByText('Mailed to Ana')
  expect(writes(calls)[0]?.body).toEqual({ text: '@ana free?' })
})

test('an unmatched mail is attached to a suggested inquiry with one click, or becomes one', async () => {
  const at = new Date().toISOString()
  const mail = {
    ...{ id: 'e'.repeat(24), direction: 'in', at, from: { name: 'Ada', address: 'ada@work.example' }, to: [] },
    ...{ subject: 'Re: Lessons', text: 'Yes, please.', html: null, quoted: '', attachments: [], state: 'received' },
    ...{ automated: false, note: null, bounce: null, inboundState: 'unmatched', reason: 'The sender is not known.' },
    suggestions: [{ inquiry: id, name: 'Ada', email: 'ada@example.com', receivedAt: at, reason: 'name' }],
  }
  const doors = [{ kind: 'imap', state: 'failing', at: null, reason: 'The sign-in was refused' }]
  const calls = open(
    {
      '/api/forms/inbound': [200, { data: [mail], total: 1, doors }],
      '/api/forms/inbound/count': [200, { unmatched: 1 }],
      [`/api/forms/inbound/${mail.id}/attach`]: [200, details()],
    },
    '/admin/inbox?view=unmatched',
  )
  const article = within(await screen.findByRole('article', { name: 'Mail from Ada' }))
  expect((await screen.findByRole('link', { name: 'Unmatched 1' })).getAttribute('aria-current')).toBe('page')
  expect(screen.getByText('IMAP: The sign-in was refused.')).toBeTruthy()
  expect(article.getByRole('button', { name: 'Create inquiry' })).toBeTruthy()
  await userEvent.click(article.getByRole('button', { name: /^Attach to Ada,/ }))
  await screen.findByRole('heading', { name: /^Ada · Lessons/ })
  expect(writes(calls).map(({ path, body }) => [path, body])).toEqual([
    [`/api/forms/inbound/${mail.id}/attach`, { inquiry: id }],
  ])
})

test('an inquiry is made of the address where the sender wants answers only after a click that names it', async () => {
  const mail = {
    ...{ id: 'e'.repeat(24), direction: 'in', at: new Date().toISOString(), to: [], subject: 'Contact' },
    ...{ from: { name: 'Site', address: 'form@site.example' }, text: 'When?', html: null, quoted: '', note: null },
    ...{ attachments: [], state: 'received', automated: false, bounce: null, inboundState: 'unmatched' },
    ...{ reason: 'There is no open inquiry of this address.', suggestions: [], proven: true },
    replyTo: [{ name: 'Ann', address: 'ann@example.org' }],
  }
  const calls = open(
    {
      '/api/forms/inbound': [200, { data: [mail], total: 1, doors: [] }],
      [`/api/forms/inbound/${mail.id}/inquiry`]: [200, details()],
    },
    '/admin/inbox?view=unmatched',
  )
  const article = within(await screen.findByRole('article', { name: 'Mail from Site' }))
  expect(article.getByText('Asks for replies at ann@example.org')).toBeTruthy()
  await userEvent.click(article.getByRole('button', { name: 'Create inquiry' }))
  expect(writes(calls)).toEqual([])
  await userEvent.click(article.getByRole('button', { name: 'Create inquiry of ann@example.org' }))
  await screen.findByRole('heading', { name: /^Ada · Lessons/ })
  expect(writes(calls).map(({ path, body }) => [path, body])).toEqual([
    [`/api/forms/inbound/${mail.id}/inquiry`, { confirmed: 'ann@example.org' }],
  ])
})

test('Other counts unmatched and held mail, opens what needs a decision, and shows the rest', async () => {
  open({
    '/api/forms/inbox': [200, { ...pageOf(row), counts: { ...counts, held: 2 } }],
    '/api/forms/inbound/count': [200, { unmatched: 1 }],
  })
  const link = await screen.findByRole('link', { name: 'Other 3' })
  expect(link.getAttribute('href')).toBe('/admin/inbox?view=unmatched')
  expect(screen.queryByRole('navigation', { name: 'Other views' })).toBeNull()
  await userEvent.click(link)
  const others = within(await screen.findByRole('navigation', { name: 'Other views' })).getAllByRole('link')
  expect(others.map(({ textContent }) => textContent)).toEqual([
    ...['Unmatched1', 'Held2', 'Unassigned2', 'Answered999+', 'Spam', 'Spam mail', 'Automated'],
  ])
  expect(others[0]!.getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Other 3' }).getAttribute('aria-current')).toBe('page')
})

test('a mail that nothing is suggested for is attached to a conversation that is searched for', async () => {
  const mail = {
    ...{ id: 'e'.repeat(24), direction: 'in', at: new Date().toISOString(), to: [], subject: 'Re: Lessons' },
    ...{ from: { name: 'Cy', address: 'cy@work.example' }, text: 'Yes.', html: null, quoted: '', note: null },
    ...{ attachments: [], state: 'received', automated: false, bounce: null, inboundState: 'unmatched' },
    ...{ reason: 'There is no open inquiry of this address.', suggestions: [] },
  }
  const calls = open(
    {
      '/api/forms/inbox': [200, pageOf({ ...row, spam: true }, other)],
      '/api/forms/inbound': [200, { data: [mail], total: 1, doors: [] }],
      [`/api/forms/inbound/${mail.id}/attach`]: [200, details({ id: next })],
    },
    '/admin/inbox?view=unmatched',
  )
  const article = within(await screen.findByRole('article', { name: 'Mail from Cy' }))
  await userEvent.click(article.getByRole('button', { name: 'Other conversation' }))
  const field = article.getByRole('searchbox', { name: 'Search the conversation it belongs to' })
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, 'bows{Enter}')
  const found = await article.findByRole('button', { name: /^Attach to Ben,.*Any bows\?$/ })
  expect(article.queryByRole('button', { name: /^Attach to Ada/ })).toBeNull()
  await userEvent.click(found)
  await expect.poll(() => location.search).toBe(`?open=${next}`)
  expect(calls.some(({ path }) => path.startsWith('/api/forms/inbox?') && path.includes('q=bows'))).toBe(true)
  expect(writes(calls).map(({ path, body }) => [path, body])).toEqual([
    [`/api/forms/inbound/${mail.id}/attach`, { inquiry: next }],
  ])
})

test('what programs sent and what was taken for spam has a view each, with the reason', async () => {
  const mail = {
    ...{ id: 'e'.repeat(24), direction: 'in', at: new Date().toISOString(), to: [], subject: 'Out of office' },
    ...{ from: { name: 'Ada', address: 'ada@example.com' }, text: 'I am away.', html: null, quoted: '', note: null },
    ...{ attachments: [], state: 'received', automated: true, bounce: null, inboundState: 'automated' },
    ...{ reason: 'An automatic reply.', suggestions: [], inquiry: id },
  }
  const empty = { data: [], total: 0, doors: [] }
  const calls = open({
    '/api/forms/inbound': [
      [200, empty],
      [200, { ...empty, data: [mail], total: 1 }],
      [200, empty],
    ],
  })
  await userEvent.click(await screen.findByRole('link', { name: 'Other' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Automated' }))
  const article = within(await screen.findByRole('article', { name: 'Mail from Ada' }))
  expect(article.getByText('An automatic reply.')).toBeTruthy()
  expect(article.queryByRole('button', { name: 'Create inquiry' })).toBeNull()
  expect(article.getByRole('button', { name: 'Open the conversation' })).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Spam mail' }))
  await screen.findByText('No spam in the last 30 days.')
  const asked = calls.flatMap(({ path }) => (path.startsWith('/api/forms/inbound?') ? [path.split('?')[1]] : []))
  expect(asked).toEqual(['state=unmatched&page=1', 'state=automated&page=1', 'state=spam&page=1'])
})

test('the unmatched view says when incoming mail is not set up', async () => {
  const doors = [{ kind: 'imap', state: 'off', at: null, reason: null }]
  open({ '/api/forms/inbound': [200, { data: [], total: 0, doors }] }, '/admin/inbox?view=unmatched')
  await screen.findByText('Incoming mail is not set up')
})

test('what the service says has changed is loaded again at once', async () => {
  let push = (_: string) => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      push = (text) => controller.enqueue(new TextEncoder().encode(text))
    },
  })
  open({
    '/api/forms/inbox/live': Promise.resolve(new Response(body)),
    [`${service}/conversation`]: [
      [200, conversation],
      [200, { ...conversation, replying: ['Ana'] }],
    ],
  })
  await screen.findByRole('heading', { name: /^Ada/ })
  push(`:\n\nevent: changed\ndata: {"ids":["${id}`)
  push('"]}\n\n')
  await screen.findByText('Ana is writing a reply')
})

test('who may only view inquiries is offered no change', async () => {
  open({}, '/admin/inbox', 'view')
  await screen.findByRole('heading', { name: /^Ada/ })
  for (const name of ['Assign', 'Snooze', 'Close', 'Reply', 'Send', 'Add note'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('the time left is loud only when it is short', () => {
  const now = Date.now()
  const due = (hours: number) => waitText({ ...row, dueBy: new Date(now + hours * hour).toISOString() }, now)
  expect(due(20)).toEqual({ tone: 'calm', text: 'due in 20 h' })
  expect(due(1)).toEqual({ tone: 'warn', text: 'due in 1 h' })
  expect(due(-3)).toEqual({ tone: 'bad', text: 'overdue by 3 h' })
  expect(waitText({ ...row, status: 'answered', dueBy: new Date(now - hour).toISOString() }, now).tone).toBe('calm')
  const past = new Date(now - hour).toISOString()
  expect(waitText({ ...row, status: 'answered', snoozedUntil: past }, now)).toEqual({ tone: 'warn', text: 'follow up' })
})

test.each([
  [
    '2026-11-23T20:00:00Z',
    [
      'tomorrow 2026-11-24T17:00',
      'hours 2026-11-23T23:00',
      'saturday 2026-11-28T17:00',
      'monday 2026-11-30T17:00',
      'week 2026-11-30T17:00',
    ],
  ],
  // A Sunday, the day before clocks have changed in the night.
  [
    '2026-10-31T20:00:00Z',
    ['tomorrow 2026-11-01T17:00', 'hours 2026-10-31T23:00', 'monday 2026-11-02T17:00', 'week 2026-11-07T17:00'],
  ],
])('days of a snooze begin at nine at the school: %s', (now, expected) => {
  const times = snoozeTimes(Date.parse(now)).map(({ key, until }) => `${key} ${until.toISOString().slice(0, 16)}`)
  expect(times).toEqual(expected)
})

test('a search finds conversations of every view, and shows the line that says it', async () => {
  const found = { ...other, line: 'The bows are ready', status: 'closed' as const }
  const calls = open({
    '/api/forms/inbox': [
      [200, pageOf(row, other)],
      [200, pageOf(found)],
    ],
  })
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search conversations' }), 'bows{Enter}')
  await screen.findByText('1 conversation')
  expect(rows().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('The bows are ready')])
  expect(calls.some(({ path }) => path === '/api/forms/inbox?view=waiting&page=1&q=bows')).toBe(true)
  expect(new URLSearchParams(location.search).get('q')).toBe('bows')
  await userEvent.click(within(rows()[0]!).getByRole('link'))
  expect(location.search).toBe(`?q=bows&open=${next}`)
})

test('without a network the inbox says so, as long as that lasts', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get')
  open()
  await screen.findAllByText('Ada')
  expect(screen.queryByText(/^You are offline/)).toBeNull()
  onLine.mockReturnValue(false)
  fireEvent(window, new Event('offline'))
  expect(await screen.findByText(/^You are offline/)).toBeTruthy()
  onLine.mockReturnValue(true)
  fireEvent(window, new Event('online'))
  expect(screen.queryByText(/^You are offline/)).toBeNull()
})
