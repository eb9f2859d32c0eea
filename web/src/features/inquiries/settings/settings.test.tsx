import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { Toasts } from '#ui/toast'
import { SettingsPage } from './settings-form'

const settings = {
  recipient: 'hello@archery.example',
  replyTo: 'hello@archery.example',
  notificationSubject: 'New inquiry: {interest} - {name}',
  sendAutoReply: false,
  autoReplySubject: 'Thank you, {name}',
  autoReplyText: 'Hi {first_name}',
  school: 'Valley Oak Archery',
  bookingUrl: 'https://booking.example.com/valley-oak-archery',
  interests: [
    { value: 'Lessons', label: 'Archery Lessons' },
    { value: 'Leagues', label: 'Archery Leagues' },
  ],
  heardFrom: [] as string[],
}
const path = '/api/forms/settings'
function open(network: Parameters<typeof answers>[0] = {}) {
  const calls = answers({
    [path]: [200, { settings, version: 'v1' }],
    [`${path}/preview`]: [200, { subject: 'Thank you, Zoë Quinn', text: 'Hi Zoë\n\nBye', missing: ['later'] }],
    ...network,
  })
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SettingsPage />
      <Toasts />
    </QueryClientProvider>,
  )
  return calls
}
const saves = (calls: ReturnType<typeof open>) => calls.filter(({ method }) => method === 'PUT')

test('settings are changed and saved with the version they are based on', async () => {
  const changed = { ...settings, recipient: 'chief@archery.example', sendAutoReply: true }
  const calls = open({
    [path]: [
      [200, { settings, version: 'v1' }],
      [200, { settings: changed, version: 'v2' }],
    ],
  })
  const recipient = await screen.findByLabelText('Recipient')
  await userEvent.clear(recipient)
  await userEvent.type(recipient, 'chief@archery.example')
  await userEvent.click(screen.getByLabelText(/^Send an automatic reply/))
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  await screen.findByText('Settings saved')
  const { school: _, bookingUrl: __, ...sent } = changed
  expect(saves(calls).map(({ body }) => body)).toEqual([{ settings: sent, version: 'v1' }])
})

test('interests are renamed, ordered, removed and added; one that was saved keeps its value', async () => {
  const calls = open()
  await userEvent.type(await screen.findByLabelText('Interest 1'), ' for all')
  await userEvent.click(screen.getByRole('button', { name: 'Move interest 1 down' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add an interest' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  await screen.findByText('Interest is required')
  await userEvent.type(screen.getByLabelText('Interest 3'), 'Field Archery')
  await userEvent.click(screen.getByRole('button', { name: 'Remove interest 1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  await expect
    .poll(() => saves(calls).map(({ body }) => (body as { settings: typeof settings }).settings.interests))
    .toEqual([
      [
        { value: 'Lessons', label: 'Archery Lessons for all' },
        { value: '', label: 'Field Archery' },
      ],
    ])
})

test('the answers to how visitors heard about the school are lines; two that are the same are refused', async () => {
  const calls = open()
  const answers = await screen.findByLabelText('Answers, one per line')
  await userEvent.type(answers, 'A friend{Enter} {Enter}Search{Enter}search')
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  await screen.findByText('Two answers are the same')
  expect(saves(calls)).toEqual([])
  await userEvent.type(answers, ' engine')
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  await expect
    .poll(() => saves(calls).map(({ body }) => (body as { settings: typeof settings }).settings.heardFrom))
    .toEqual([['A friend', 'Search', 'search engine']])
})

test('an invalid setting is named at its field and not sent', async () => {
  const calls = open()
  await userEvent.clear(await screen.findByLabelText('Recipient'))
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  await screen.findByText('Recipient is not a valid email')
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Recipient'))
  expect(saves(calls)).toEqual([])
  await userEvent.type(screen.getByLabelText('Recipient'), 'desk@archery')
  expect(screen.getByText('Recipient is not a valid email')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Recipient'), '.example')
  expect(screen.queryByText('Recipient is not a valid email')).toBeNull()
})

test('an error of the service stands at its field', async () => {
  const refused = {
    error: 'There is no placeholder {price}.',
    code: 'invalid_input',
    fields: { 'settings.autoReplyText': 'There is no placeholder {price}.' },
  }
  open({
    [path]: [
      [200, { settings, version: 'v1' }],
      [422, refused],
    ],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Save settings' }))
  await screen.findByText('There is no placeholder {price}.')
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Text'))
  await userEvent.type(screen.getByLabelText('Text'), '!')
  expect(screen.queryByText('There is no placeholder {price}.')).toBeNull()
})

test('the preview shows the email as a visitor would see it, and unknown placeholders', async () => {
  open()
  const preview = await screen.findByRole('region', { name: 'Preview of the email' })
  await expect.poll(() => preview.textContent).toContain('Hi Zoë')
  expect(preview.textContent).toContain('There is no placeholder {later}.')
})
