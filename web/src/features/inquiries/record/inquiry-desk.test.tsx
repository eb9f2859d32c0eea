import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { writes } from '#features/records/tables.fixture'
import { answered, conversation, drafts, id, inquiry, openInquiry, record, service } from '../inquiries.fixture'
import { nextPollMs } from '../inquiries.queries'

const away: [number, unknown] = [503, { error: 'Temporarily unavailable.', code: 'unavailable' }]
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const text = () => screen.getByLabelText<HTMLTextAreaElement>(/^Text/)
const compose = async () => {
  await press('Reply')
  await screen.findByDisplayValue(drafts[0]!.subject)
}
type Calls = ReturnType<typeof openInquiry>
const sentTo = (calls: Calls, path: string) =>
  writes(calls)
    .filter((call) => call.path === `${service}/${path}`)
    .map(({ body }) => body)
const replies = (calls: Calls) => sentTo(calls, 'reply')
const drafted = (calls: Calls) => sentTo(calls, 'draft')
const write = async (words: string) => {
  await userEvent.clear(text())
  await userEvent.type(text(), words)
}

test('a double click sets a status once; the panel shows the changed record', async () => {
  const fresh = { ...record, status: 'in_progress', updated_at: '2026-02-02T00:00:00.000Z' }
  let answer = (_: Response) => {}
  const calls = openInquiry({
    [`${service}/status`]: new Promise<Response>((resolve) => {
      answer = resolve
    }),
    [`/api/tables/contact_submissions/${id}`]: [
      [200, record],
      [200, fresh],
      [200, fresh],
    ],
  })
  await userEvent.dblClick(await screen.findByRole('button', { name: 'In progress' }))
  answer(Response.json({ ...inquiry, status: 'in_progress' }))
  await screen.findByText('Status: In progress')
  expect(writes(calls).map(({ path, body }) => [path, body])).toEqual([
    [`${service}/status`, { status: 'in_progress' }],
  ])
  await expect.poll(() => screen.getByText('Status', { selector: 'dt' }).nextSibling?.textContent).toBe('in_progress')
})

test('a failed action shows why and can be retried', async () => {
  openInquiry({ [`${service}/status`]: [away, [200, { ...inquiry, status: 'closed' }]] })
  await press('Closed')
  expect((await screen.findByRole('alert')).textContent).toContain('Temporarily unavailable.')
  await press('Try again')
  await screen.findByText('Status: Closed')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an inquiry that cannot be loaded shows why; its details are shown', async () => {
  openInquiry({ [service]: [away, [200, inquiry]] })
  expect((await screen.findByRole('alert')).textContent).toContain('Temporarily unavailable.')
  expect(screen.getByText('Full Name', { selector: 'dt' })).toBeTruthy()
  await press('Try again')
  await screen.findByRole('button', { name: 'Reply' })
})

test('the Spam button and ! mark an inquiry as spam; ! in a field is typed', async () => {
  const spam = { ...inquiry, spam: true, spamReason: 'marked', dueBy: null }
  const calls = openInquiry({ [`${service}/spam`]: [200, spam], [`${service}/not-spam`]: [200, inquiry] })
  const spamButton = () =>
    within(screen.getByRole('region', { name: 'Inquiry' })).findByRole('button', { name: 'Spam' })
  await screen.findByRole('button', { name: 'Reply' })
  await spamButton()
  // A field of the form that may be open beside it.
  const field = document.body.appendChild(document.createElement('input'))
  await userEvent.type(field, '!')
  expect(writes(calls)).toEqual([])
  field.remove()
  await userEvent.click(screen.getByRole('region', { name: 'Inquiry' }))
  await userEvent.keyboard('!')
  const held = await screen.findByText(/Staff marked it as spam/)
  expect(held.textContent).not.toContain('not notified')
  await screen.findByText(/^Marked as spam/)
  await press('Not spam')
  await screen.findByText('Marked as not spam. Reply needed.')
  await userEvent.click(await spamButton())
  await expect
    .poll(() => writes(calls).map(({ path }) => path))
    .toEqual([`${service}/spam`, `${service}/not-spam`, `${service}/spam`])
})

test('a held inquiry of which the school knows nothing says so, and that it learns of it', async () => {
  const spam = { ...inquiry, spam: true, spamReason: 'honeypot', dueBy: null, mails: [] }
  openInquiry({ [service]: [200, spam], [`${service}/not-spam`]: [200, inquiry] })
  await screen.findByText(/The school was not notified\./)
  await press('Not spam')
  await screen.findByText('Not spam: the school is being notified.')
})

test('a failed email shows its reason, and unsent ones can be sent again', async () => {
  const [mail] = inquiry.mails
  const failed = { ...mail!, state: 'failed', attempts: 2, sentAt: null, reason: 'The mail server answered 554.' }
  const calls = openInquiry({
    [service]: [200, { ...inquiry, mailState: 'failed', mails: [failed] }],
    [`${service}/resend`]: [200, inquiry],
  })
  const mails = await screen.findByRole('region', { name: 'Emails' })
  expect(mails.textContent).toContain('The email was rejected as unwanted. (The mail server answered 554.)')
  expect(mails.textContent).toContain('2 attempts')
  await press('Send again')
  await expect.poll(() => screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  expect(writes(calls).map(({ path }) => path)).toEqual([`${service}/resend`])
  await expect.poll(() => document.activeElement).toBe(mails)
})

test('a reply that failed is sent again from its own place alone', async () => {
  const [mail] = inquiry.mails
  const reply = { ...mail!, messageId: answered.replies[0]!.messageId, kind: 'reply', to: 'ada@example.com' }
  const failed = { ...reply, state: 'failed', attempts: 2, sentAt: null, reason: 'The mail server answered 554.' }
  openInquiry({ [service]: [200, { ...answered, mailState: 'failed', mails: [failed] }] })
  await screen.findByText(/^Not delivered/)
  expect(await screen.findAllByRole('button', { name: 'Send again' })).toHaveLength(1)
  expect(screen.getByRole('region', { name: 'Emails' }).textContent).toContain('1 of 1 not sent')
})

test('a reply starts with the best template, is sent once, and is then part of the conversation', async () => {
  const calls = openInquiry({
    [service]: [
      [200, inquiry],
      [200, answered],
    ],
    [`${service}/reply`]: [200, answered],
  })
  await compose()
  expect(text().value).toBe('Hi Ada,')
  await write('There is.')
  await userEvent.dblClick(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Reply sent')
  expect(replies(calls)).toMatchObject([{ subject: 'Your lessons', text: 'There is.', undoable: true }])
  expect(within(await screen.findByRole('region', { name: 'Conversation' })).getByText('There is.')).toBeTruthy()
  const desk = within(screen.getByRole('region', { name: 'Inquiry' }))
  await expect.poll(() => desk.getByRole('button', { name: 'Answered' }).getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => document.activeElement?.textContent).toBe('Reply again')
})

test('a failed reply keeps its text and key; an edited one gets a new key', async () => {
  const calls = openInquiry({ [`${service}/reply`]: [away, 'offline', 'offline'] })
  await compose()
  await write('There is.')
  await press('Send')
  await screen.findByText('Temporarily unavailable. Your text is still here.')
  expect(text().value).toBe('There is.')
  await press('Try again')
  await screen.findByText(/Network error/)
  await userEvent.type(text(), ' A roof.')
  await press('Send')
  await expect.poll(() => replies(calls).length).toBe(3)
  const [first, second, third] = writes(calls)
    .filter(({ path }) => path.endsWith('/reply'))
    .map(({ headers }) => headers.get('idempotency-key'))
  expect(first).toMatch(/^[A-Za-z0-9_-]{8,64}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('an empty or too long reply is not sent; the counters say how much is too much', async () => {
  const calls = openInquiry()
  await compose()
  await userEvent.clear(screen.getByLabelText(/^Subject/))
  await userEvent.clear(text())
  await userEvent.click(text())
  await userEvent.paste('x'.repeat(5_002))
  await press('Send')
  expect(screen.getByText('Subject is required')).toBeTruthy()
  expect(screen.getByText('Text cannot exceed 5000 characters')).toBeTruthy()
  expect(screen.getByText('5,002 of 5,000 characters: 2 too many')).toBeTruthy()
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText(/^Subject/))
  expect(replies(calls)).toEqual([])
})

test('another template replaces the text, which can be restored', async () => {
  openInquiry()
  await compose()
  await write('By hand.')
  await userEvent.selectOptions(screen.getByLabelText('Template'), 'Any')
  expect(text().value).toBe('Hi Ada, how many?')
  await userEvent.selectOptions(screen.getByLabelText('Template'), 'No template')
  expect(text().value).toBe('')
  await press('Restore my text')
  expect(text().value).toBe('By hand.')
})

test('a reply can be written without templates', async () => {
  const calls = openInquiry({ [`${service}/drafts`]: away, [`${service}/reply`]: [200, answered] })
  await press('Reply')
  await screen.findByText('Temporarily unavailable.')
  await userEvent.type(screen.getByLabelText(/^Subject/), 'Yes')
  await userEvent.type(text(), 'There is.')
  await press('Send')
  await expect.poll(() => replies(calls)).toMatchObject([{ subject: 'Yes', text: 'There is.' }])
})

test('a reply that is put aside is kept as the draft, and is discarded only after a question', async () => {
  const draft = { subject: 'Roof', text: 'Half', cc: 'sam@', files: [] }
  const calls = openInquiry({
    [`${service}/conversation`]: [
      [200, conversation],
      [200, { ...conversation, draft }],
      [200, conversation],
    ],
  })
  await compose()
  await write('Half')
  await press('Keep as draft')
  await expect.poll(() => drafted(calls).at(-1)).toMatchObject({ text: 'Half' })
  await press('Reply')
  await screen.findByDisplayValue('Half')
  expect(screen.getByLabelText<HTMLInputElement>('Cc').value).toBe('sam@')
  await press('Discard')
  await screen.findByText('This reply has not been sent. Do you want to discard it?')
  await press('Keep editing')
  expect(text().value).toBe('Half')
  await press('Discard')
  await press('Discard changes')
  await expect.poll(() => document.activeElement?.textContent).toBe('Reply')
  expect(drafted(calls).at(-1)).toEqual({ subject: '', text: '' })
})

test('a draft that cannot be kept says so, and holds the record open', async () => {
  openInquiry({ [`${service}/draft`]: 'offline' })
  await compose()
  await write('Half')
  await screen.findByText(/^Draft not saved/, undefined, { timeout: 4_000 })
  await press('Close')
  await screen.findByRole('alertdialog')
  await press('Keep editing')
  expect(text().value).toBe('Half')
})

const preview = (more: object = {}) => ({
  records: [{ record: `contact_submissions/${id}`, label: 'Ada' }],
  lessons: 0,
  mails: 2,
  family: [],
  ...more,
})

test('a person is erased only once it is known what goes, and the record closes', async () => {
  const calls = openInquiry({
    '/api/person-file/erasure': [200, preview()],
    '/api/forms/erasures': [away, [200, { success: true, deleted: 1, students: 2 }]],
  })
  await press("Erase this person's data…")
  const question = within(await screen.findByRole('alertdialog', { name: /^Erase .+: 1 inquiry, 2 mails$/ }))
  expect(question.queryByText(/The family/i)).toBeNull()
  expect(question.queryByRole('button', { name: /^Erase the family/ })).toBeNull()
  await userEvent.click(question.getByRole('button', { name: 'Erase' }))
  await question.findByText('Temporarily unavailable.')
  await userEvent.click(question.getByRole('button', { name: 'Erase' }))
  await screen.findByText(/ erased$/)
  const asked = { email: 'ada@example.com', records: [`contact_submissions/${id}`] }
  expect(writes(calls).map(({ body }) => body)).toEqual([asked, asked])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('the rest of the family is erased with a person on request, each by address or record', async () => {
  const [kim, lee] = [
    { record: `students/${id}`, label: 'Kim', email: null },
    { record: `students/${id.replace(/^./, '0')}`, label: 'Lee', email: 'lee@example.com' },
  ]
  const calls = openInquiry({
    '/api/person-file/erasure': [
      [200, preview({ family: [kim, lee] })],
      [200, preview({ records: [kim, lee], lessons: 3 })],
    ],
    '/api/forms/erasures': [200, { success: true, deleted: 1, students: 2 }],
  })
  await press("Erase this person's data…")
  const question = within(await screen.findByRole('alertdialog', { name: /^Erase .+: 1 inquiry, 2 mails$/ }))
  await question.findByText('The family, with Kim and Lee: 2 students, 3 lessons, 2 mails.')
  // The usual one is the last, next to Cancel.
  expect(question.getAllByRole('button', { name: /^(Erase|Cancel)/ }).map(({ textContent }) => textContent)).toEqual([
    'Erase the family (3 people)',
    'Cancel',
    expect.stringMatching(/^Erase only /),
  ])
  await userEvent.click(question.getByRole('button', { name: 'Erase the family (3 people)' }))
  await screen.findByText(/, Kim, and Lee erased$/)
  expect(writes(calls).map(({ body }) => body)).toEqual([
    { email: lee!.email, records: [lee!.record] },
    { records: [kim!.record] },
    { email: 'ada@example.com', records: [`contact_submissions/${id}`] },
  ])
})

test('a person can be erased alone while it is not known what the family has', async () => {
  const kim = { record: `students/${id}`, label: 'Kim', email: null }
  const calls = openInquiry({
    '/api/person-file/erasure': [[200, preview({ family: [kim] })], ...Array(8).fill(away)],
    '/api/forms/erasures': [200, { success: true, deleted: 1, students: 0 }],
  })
  await press("Erase this person's data…")
  const question = within(await screen.findByRole('alertdialog', { name: /^Erase .+: 1 inquiry, 2 mails$/ }))
  const family = await question.findByRole<HTMLButtonElement>('button', { name: 'Erase the family (2 people)' })
  expect(family.disabled).toBe(true)
  await userEvent.click(question.getByRole('button', { name: /^Erase only / }))
  await screen.findByText(/ erased$/)
  expect(writes(calls).map(({ body }) => body)).toEqual([
    { email: 'ada@example.com', records: [`contact_submissions/${id}`] },
  ])
})

test('it polls often while an email is about to go out, seldom while it waits or nothing changes', () => {
  const [mail] = inquiry.mails
  const now = Date.parse('2026-01-01T00:00:00Z')
  const with_ = (change: object) => ({ ...inquiry, mails: [{ ...mail!, ...change }] })
  expect(nextPollMs(inquiry, now)).toBe(60_000)
  expect(nextPollMs(with_({ state: 'sending' }), now)).toBe(2_000)
  expect(nextPollMs(with_({ state: 'pending', nextTryAt: '2026-01-01T00:00:05Z' }), now)).toBe(2_000)
  expect(nextPollMs(with_({ state: 'pending', nextTryAt: '2026-01-01T01:00:00Z' }), now)).toBe(15_000)
})
