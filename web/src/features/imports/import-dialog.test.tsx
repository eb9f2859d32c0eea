import { exampleId } from '@app/contracts/doc-parts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { list, openDashboard } from '#features/records/tables.fixture'
import { exampleReport } from './example-report.fixture'

test('a file that cannot be sent says why, takes the focus and can be chosen again', async () => {
  openDashboard({ [`${list}/imports`]: [503, { error: 'The service is not available.', code: 'unavailable' }] })
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import into Lesson' }))
  await userEvent.upload(dialog.getByLabelText('Choose a file'), new File(['Name\nNight range'], 'lessons.csv'))
  const notice = await dialog.findByRole('alert')
  expect(notice.textContent).toBe('The service is not available.')
  expect(document.activeElement).toBe(notice)
  expect(dialog.getByLabelText('Choose a file')).toBeTruthy()
})

test('an import whose progress cannot be loaded says so, and what is known stays', async () => {
  const report = { ...exampleReport, id: exampleId, state: 'checking', total: 400 }
  openDashboard({
    [`${list}/imports`]: [201, report],
    [`${list}/imports/${report.id}`]: [503, { error: 'The service is not available.', code: 'unavailable' }],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import into Lesson' }))
  await userEvent.upload(dialog.getByLabelText('Choose a file'), new File(['Name\nNight range'], 'lessons.csv'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Check the rows' }))
  expect(
    await dialog.findByText(
      'Checking: 400 rows so far. The progress could not be updated; trying again.',
      {},
      { timeout: 8_000 },
    ),
  ).toBeTruthy()
})
