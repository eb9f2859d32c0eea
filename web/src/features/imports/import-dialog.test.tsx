// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { list, openDashboard } from '#features/tables/tables.fixture'

test('a file that cannot be sent says why, takes the focus and can be chosen again', async () => {
  openDashboard({ [`${list}/imports`]: [503, { error: 'The service is not available.', code: 'unavailable' }] })
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import into Lesson' }))
  await userEvent.upload(dialog.getByLabelText('Choose a CSV file'), new File(['Name\nNight range'], 'lessons.csv'))
  const notice = await dialog.findByRole('alert')
  expect(notice.textContent).toBe('The service is not available.')
  expect(document.activeElement).toBe(notice)
  expect(dialog.getByLabelText('Choose a CSV file')).toBeTruthy()
})
