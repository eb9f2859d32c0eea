import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { writes } from '#features/records/tables.fixture'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { SignatureSection } from './signature-section'

const user = {
  ...{ id: 'u', email: 'ana@example.com', name: 'Ana', picture: null, role: 'staff', rights: {}, exports: [] },
  ...{ provider: 'code', createdAt: '2026-11-01T00:00:00.000Z' },
}

test('a signature is edited and saved; what cannot be saved stays as typed', async () => {
  const path = '/api/users/me/signature'
  const saved = { ...user, signature: 'Ana Reyes' }
  const calls = answers({ '/api/users/me': [200, { ...user, signature: 'Ana' }], [path]: ['offline', [200, saved]] })
  show(<SignatureSection />)
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Signature')
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save signature' })
  expect([field.value, save.disabled]).toEqual(['Ana', true])
  await userEvent.type(field, ' Reyes ')
  await userEvent.click(save)
  await expect.poll(() => screen.getByRole('alert').textContent).not.toBe('')
  expect(field.value).toBe('Ana Reyes ')
  await userEvent.click(save)
  await screen.findByText('Saved')
  expect(field.value).toBe('Ana Reyes')
  expect(writes(calls).at(-1)).toMatchObject({ method: 'PUT', path, body: { text: 'Ana Reyes' } })
})
