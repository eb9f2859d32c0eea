// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { writes } from '#features/tables/tables.fixture'
import { answered, drafts, id, inquiry, openInquiry, record, service } from '../inquiries.fixture'
import { nextLook } from './use-inquiry'

const away: [number, unknown] = [503, { error: 'Away for a moment.', code: 'unavailable' }]
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const text = () => screen.getByLabelText<HTMLTextAreaElement>(/^Text/)
const compose = async () => {
  await press('Reply')
  await screen.findByDisplayValue(drafts[0]!.subject)
}
const write = async (words: string) => {
  await userEvent.clear(text())
  await userEvent.type(text(), words)
}

test('a status is set once however often it is pressed; the open form goes on from the changed record', async () => {
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
  await userEvent.type(await screen.findByLabelText(/^Full Name/), ' L.')
  await userEvent.dblClick(await screen.findByRole('button', { name: 'In progress' }))
  answer(Response.json({ ...inquiry, status: 'in_progress' }))
  await screen.findByText('Status: In progress')
  expect(writes(calls).map(({ path, body }) => [path, body])).toEqual([
    [`${service}/status`, { status: 'in_progress' }],
  ])
  await expect.poll(() => screen.getByText('Status', { selector: 'dt' }).nextSibling?.textContent).toBe('in_progress')
  await press('Save')
  await expect.poll(() => writes(calls).at(-1)?.body).toEqual({ name: 'Ada L.' })
  expect(writes(calls).at(-1)?.headers.get('if-match')).toBe(JSON.stringify(fresh.updated_at))
})

test('an action that fails says why, and is tried again', async () => {
  openInquiry({ [`${service}/status`]: [away, [200, { ...inquiry, status: 'closed' }]] })
  await press('Closed')
  expect((await screen.findByRole('alert')).textContent).toContain('Away for a moment.')
  await press('Try again')
  await screen.findByText('Status: Closed')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an inquiry that cannot be loaded says why; the fields are there all the same', async () => {
  openInquiry({ [service]: [away, [200, inquiry]] })
  expect((await screen.findByRole('alert')).textContent).toContain('Away for a moment.')
  expect(screen.getByLabelText(/^Full Name/)).toBeTruthy()
  await press('Try again')
  await screen.findByRole('button', { name: 'Reply' })
})

test('a failed mail shows its reason in words, and all that is not out is sent again', async () => {
  const [mail] = inquiry.mails
  const failed = { ...mail!, state: 'failed', attempts: 2, sentAt: null, reason: 'The mail server answered 554.' }
  const calls = openInquiry({
    [service]: [200, { ...inquiry, mailState: 'failed', mails: [failed] }],
    [`${service}/resend`]: [200, inquiry],
  })
  const mails = await screen.findByRole('region', { name: 'Mails' })
  expect(mails.textContent).toContain('The mail was refused as unwanted. (The mail server answered 554.)')
  expect(mails.textContent).toContain('tried 2 times')
  await press('Send again')
  await expect.poll(() => screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  expect(writes(calls).map(({ path }) => path)).toEqual([`${service}/resend`])
  await expect.poll(() => document.activeElement).toBe(mails)
})

test('case 25: a reply begins with the best template and is sent once; it stands in the record then', async () => {
  const calls = openInquiry({ [`${service}/reply`]: [200, answered] })
  await compose()
  expect(text().value).toBe('Dear Ada,')
  await write('There is.')
  await userEvent.dblClick(screen.getByRole('button', { name: 'Send reply' }))
  await screen.findByText('Your reply is on its way.')
  expect(writes(calls).map(({ body }) => body)).toEqual([{ subject: 'Your lessons', text: 'There is.' }])
  expect(within(screen.getByRole('region', { name: 'Replies' })).getByText('There is.')).toBeTruthy()
  const desk = within(screen.getByRole('region', { name: 'Inquiry' }))
  expect(desk.getByRole('button', { name: 'Answered' }).getAttribute('aria-pressed')).toBe('true')
})

test('case 26: what failed keeps its text, and goes with the same key again; other words are another reply', async () => {
  const calls = openInquiry({ [`${service}/reply`]: [away, 'offline', 'offline'] })
  await compose()
  await write('There is.')
  await press('Send reply')
  expect((await screen.findByRole('alert')).textContent).toContain('Away for a moment. Your text is still here.')
  expect(text().value).toBe('There is.')
  await press('Try again')
  await screen.findByText(/Network error/)
  await userEvent.type(text(), ' A roof.')
  await press('Send reply')
  await expect.poll(() => writes(calls).length).toBe(3)
  const [first, second, third] = writes(calls).map(({ headers }) => headers.get('idempotency-key'))
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
  await press('Send reply')
  expect(screen.getByText('Subject is required')).toBeTruthy()
  expect(screen.getByText('Text cannot exceed 5000 characters')).toBeTruthy()
  expect(screen.getByText('5,002 of 5,000 characters: 2 too many')).toBeTruthy()
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText(/^Subject/))
  expect(writes(calls)).toEqual([])
})

test('another template takes the place of the text, which can be brought back', async () => {
  openInquiry()
  await compose()
  await write('By hand.')
  await userEvent.selectOptions(screen.getByLabelText('Template'), 'Any')
  expect(text().value).toBe('Dear Ada, how many?')
  await userEvent.selectOptions(screen.getByLabelText('Template'), 'No template')
  expect(text().value).toBe('')
  await press('Bring my text back')
  expect(text().value).toBe('By hand.')
})

test('without templates a reply can be written all the same', async () => {
  const calls = openInquiry({ [`${service}/drafts`]: away, [`${service}/reply`]: [200, answered] })
  await press('Reply')
  await screen.findByText('Away for a moment.')
  await userEvent.type(screen.getByLabelText(/^Subject/), 'Yes')
  await userEvent.type(text(), 'There is.')
  await press('Send reply')
  await expect.poll(() => writes(calls).map(({ body }) => body)).toEqual([{ subject: 'Yes', text: 'There is.' }])
})

test('what was written is not closed unasked; a template as it came is', async () => {
  openInquiry()
  await compose()
  const composer = () => screen.queryByRole('dialog', { name: 'Reply to Ada' })
  await userEvent.click(within(composer()!).getByRole('button', { name: 'Cancel' }))
  expect(composer()).toBeNull()
  await compose()
  await write('Half')
  await userEvent.click(within(composer()!).getByRole('button', { name: 'Close' }))
  await screen.findByText('This reply has not been sent. Do you want to discard it?')
  await press('Keep editing')
  expect(text().value).toBe('Half')
  await userEvent.click(within(composer()!).getByRole('button', { name: 'Cancel' }))
  await press('Discard changes')
  expect(composer()).toBeNull()
})

test('case 63: an address is erased only when it is known how much goes, and the record closes', async () => {
  const calls = openInquiry({ '/api/forms/erasures': [away, [200, { success: true, deleted: 1 }]] })
  await press('Delete by e-mail...')
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete everything of ada@example.com' }))
  await userEvent.click(await question.findByRole('button', { name: 'Delete 1 inquiry' }))
  await question.findByText('Away for a moment.')
  await userEvent.click(question.getByRole('button', { name: 'Delete 1 inquiry' }))
  await screen.findByText('1 inquiry of ada@example.com deleted')
  expect(writes(calls).map(({ body }) => body)).toEqual([{ email: 'ada@example.com' }, { email: 'ada@example.com' }])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('it is looked at often while a mail is about to go out, seldom while it waits or nothing moves', () => {
  const [mail] = inquiry.mails
  const now = Date.parse('2026-01-01T00:00:00Z')
  const with_ = (change: object) => ({ ...inquiry, mails: [{ ...mail!, ...change }] })
  expect(nextLook(inquiry, now)).toBe(60_000)
  expect(nextLook(with_({ state: 'sending' }), now)).toBe(2_000)
  expect(nextLook(with_({ state: 'pending', nextTryAt: '2026-01-01T00:00:05Z' }), now)).toBe(2_000)
  expect(nextLook(with_({ state: 'pending', nextTryAt: '2026-01-01T01:00:00Z' }), now)).toBe(15_000)
})
