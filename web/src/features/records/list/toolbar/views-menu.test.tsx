import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { list, openDashboard, recordId } from '../../tables.fixture'

const views = `${list}/views`
const columns = { hidden: ['seats'] }
const view = {
  id: recordId(70),
  name: 'Parks',
  query: 'f.place=park',
  columns,
  shared: true,
  own: true,
  isDefault: true,
}
const again = { ...view, id: recordId(71), isDefault: false }

test('a view that was deleted is back with its undo, as it was', async () => {
  const calls = openDashboard(
    {
      [views]: [
        [200, { data: [view] }],
        [200, { data: [] }],
        [201, again],
        [200, { data: [again] }],
      ],
      [`${views}/${view.id}`]: [200, { success: true, id: view.id }],
      [`${views}/${again.id}`]: [200, { ...again, isDefault: true }],
    },
    `/admin?view=${view.id}`,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'View: Parks' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete “Parks”' }))
  await screen.findByText('Deleted “Parks”')
  expect(new URLSearchParams(location.search).get('f.place')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('“Parks” is back')
  const { name, query, shared } = view
  expect(calls.filter(({ method }) => method !== 'GET')).toMatchObject([
    { method: 'DELETE', path: `${views}/${view.id}` },
    { method: 'POST', path: views, body: { name, query, shared, columns } },
    { method: 'PUT', path: `${views}/${again.id}`, body: { isDefault: true } },
  ])
  await waitFor(() => expect(new URLSearchParams(location.search).get('f.place')).toBe('park'))
})
