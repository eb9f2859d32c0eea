import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { list, openDashboard, rowNamed, saturday, writes } from '../tables.fixture'

const item = `${list}/${saturday.id}`
const referrer = { table: 'lessons', field: 'place', total: 3 }
const sample = [{ id: 'a'.repeat(24), label: 'Sunday range' }]
const ask = async () =>
  userEvent.click((await rowNamed('Saturday range')).getByRole('button', { name: 'Delete Saturday range' }))

test('a record that others refer to says which and how many, and is taken out of them on request', async () => {
  const calls = openDashboard({
    [`${item}/referrers`]: [200, [{ ...referrer, sample }]],
    [item]: [200, { success: true, id: saturday.id }],
  })
  await ask()
  expect(await screen.findByText('Lesson, Place: 3')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Sunday range' })[1]).toBeTruthy()
  expect(screen.getByText(/and 2 more/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove it from them and delete' }))
  await screen.findByText('Record deleted')
  expect(writes(calls).map(({ method, path }) => `${method} ${path}`)).toEqual([`DELETE ${item}?unlink=true`])
})

test('a refused delete says what stands in the way, although the list of referrers could not be loaded', async () => {
  const refused: [number, unknown] = [
    409,
    { error: 'Other records refer to it.', code: 'conflict', referrers: [referrer] },
  ]
  openDashboard({ [`${item}/referrers`]: [503, {}], [item]: refused })
  await ask()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Lesson, Place: 3')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Remove it from them and delete' })).toBeTruthy()
})
