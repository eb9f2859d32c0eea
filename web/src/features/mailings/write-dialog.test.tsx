import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSetAtom } from 'jotai'
import { expect, test, vi } from 'vitest'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { mailDraftAtom } from './mail-draft'
import { WriteHost } from './module'

const recipientsPath = '/api/forms/mailings/recipients'
const sendPath = '/api/forms/mailings'
const id = 'a'.repeat(24)
const about = { table: 'lessons' as const, ids: [id] }
const zoe = { table: 'students', id, name: 'Zoë Quinn', guardian: 'P. Quinn', phone: '(916) 555-0142' }
const recipients = [{ name: 'R. Brook', email: 'brook@example.com' }]
const busy: [number, unknown] = [503, { error: 'The service is busy.', code: 'unavailable' }]

function Opener() {
  const write = useSetAtom(mailDraftAtom)
  return (
    <button type="button" onClick={() => write({ about, subject: 'New time: First arrows', text: 'Hi {first_name}' })}>
      Write
    </button>
  )
}

async function open(network: Parameters<typeof answers>[0], goesTo = /Goes to 1 person/) {
  const calls = answers({ [sendPath]: [201, { id, total: 1, withoutAddress: [zoe] }], ...network })
  show(
    <>
      <Opener />
      <WriteHost />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Write' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Write to participants' }))
  await dialog.findByText(goesTo)
  return { dialog, sent: () => calls.filter(({ path }) => path === sendPath), calls }
}

test('what is filled in goes to students and instructors; who has no address stays to be called', async () => {
  const { dialog, sent } = await open({ [recipientsPath]: [200, { recipients, withoutAddress: [zoe] }] })
  await userEvent.click(dialog.getByRole('button', { name: 'Write to 1 person' }))
  await screen.findByRole('dialog', { name: 'Sent. Some people must be called' })
  expect(sent()[0]!.body).toEqual({
    about,
    to: ['students', 'instructors'],
    subject: 'New time: First arrows',
    text: 'Hi {first_name}',
  })
  expect(screen.getByRole('link', { name: 'Call P. Quinn, (916) 555-0142' })).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Zoë Quinn, guardian P. Quinn' }))
  expect(screen.getByText('1 of 1 called')).toBeTruthy()
})

test('an address that does not exist is not counted, with the reason and whom to call', async () => {
  // A day of another year is shown with it.
  vi.useFakeTimers({ now: new Date('2026-11-28T20:00:00Z'), toFake: ['Date'] })
  const suppressed = {
    email: 'quinn@example.com',
    reason: 'bounced',
    since: '2026-11-03T18:00:00.000Z',
    status: '5.1.1',
  }
  const { dialog } = await open({ [recipientsPath]: [200, { recipients, withoutAddress: [{ ...zoe, suppressed }] }] })
  const left = within(dialog.getByRole('region', { name: 'Unsubscribed and blocked' }))
  expect(left.getByText('This address does not exist since Nov 3')).toBeTruthy()
  expect(left.getByRole('link', { name: 'Call P. Quinn, (916) 555-0142' })).toBeTruthy()
  expect(dialog.queryByRole('region', { name: 'No email address' })).toBeNull()
})

test('one side can be left out, and nobody is written to without a recipient', async () => {
  const { dialog, calls } = await open(
    { [recipientsPath]: [200, { recipients: [], withoutAddress: [] }] },
    /None of these people has/,
  )
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Instructors' }))
  await expect.poll(() => calls.at(-1)!.body).toEqual({ about, to: ['students'] })
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Write' }).disabled).toBe(true)
})

test('after a failure the text is still there and the same mailing is sent, once', async () => {
  const { dialog, sent } = await open({
    [recipientsPath]: [200, { recipients, withoutAddress: [] }],
    [sendPath]: [busy, [201, { id, total: 1, withoutAddress: [] }]],
  })
  const send = () => userEvent.click(dialog.getByRole('button', { name: 'Write to 1 person' }))
  await send()
  await dialog.findByText(/The service is busy\. Your text is still here\./)
  await send()
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const keys = sent().map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})
