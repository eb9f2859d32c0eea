import type { TableSchema } from '@app/table-schema/schema'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { lessons, openDashboard } from '../../tables.fixture'
import { isFrequent } from './frequent-filters'

const born = { type: 'string', format: 'date', title: 'Born' }

test('the list of fields comes with the frequent filters above it, and the first of them has the focus', async () => {
  const schema: TableSchema = { ...lessons, properties: { ...lessons.properties, birth_date: born } }
  openDashboard({ '/api/admin/schemas': [200, [schema]] })
  await userEvent.click(await screen.findByRole('button', { name: 'Filter' }))
  const panel = within(screen.getByRole('dialog', { name: 'Add a filter' }))
  await panel.findByRole('button', { name: 'Place' })
  // The focus follows the list, which a slow machine shows first.
  await waitFor(() => expect(document.activeElement).toBe(panel.getByLabelText('Age from')))
})

test('only a day of birth has ages', () => {
  const isOffered = (field: object) => isFrequent('students', 'birth_date', { ...born, ...field }, [])
  expect([isOffered({}), isOffered({ format: 'textarea' }), isOffered({ format: 'date-time' })]).toEqual([
    true,
    false,
    false,
  ])
})
