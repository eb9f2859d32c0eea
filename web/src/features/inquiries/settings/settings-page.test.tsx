import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { SettingsPage } from './settings-form'

const settings = {
  recipient: 'desk@archery.example',
  replyTo: 'desk@archery.example',
  notificationSubject: 'Inquiry of {name}',
  sendAutoReply: true,
  autoReplySubject: 'Thank you',
  autoReplyText: 'We will answer soon.',
  school: 'Valley Oak Archery',
  bookingUrl: 'https://booking.example.com',
  interests: [{ value: 'lessons', label: 'Archery Lessons' }],
}

test('settings that cannot be saved stay as typed; the reason takes the focus, above the button', async () => {
  answers({
    '/api/forms/settings': [
      [200, { settings, version: 'v1' }],
      [503, { error: 'The service is not available.', code: 'unavailable' }],
    ],
    '/api/forms/settings/preview': [200, { subject: 'Thank you', text: '', missing: [] }],
  })
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SettingsPage />
    </QueryClientProvider>,
  )
  const subject = (await screen.findByLabelText('Notification subject')) as HTMLInputElement
  await userEvent.type(subject, ' again')
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('The service is not available.')
  expect(document.activeElement).toBe(notice)
  expect(subject.value).toMatch(/ again$/)
})
