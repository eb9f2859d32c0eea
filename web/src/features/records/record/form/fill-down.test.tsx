import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { list, openDashboard, pageWith, recordId, saturday, sunday, writes } from '../../tables.fixture'

const monday = { ...saturday, id: recordId(3), name: 'Monday range' }
const days = [saturday, sunday, monday]
const edit = `/admin?table=lessons&record=${saturday.id}&mode=edit`
const open = () =>
  openDashboard(
    {
      [list]: [200, pageWith(days)],
      ...Object.fromEntries(days.map((day) => [`${list}/${day.id}`, [200, day] as const])),
    },
    edit,
  )
const field = (label: string) => screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(new RegExp(`^${label}`))
const formOf = (name: string) => waitFor(() => expect(field('Name').value).toBe(name))
const next = () => userEvent.click(screen.getByRole('button', { name: 'Next' }))
/** As a finger does: the list of the browser reports a change, and no key. */
const choose = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const saved = (calls: ReturnType<typeof open>) => writes(calls).map(({ path, body }) => [path.slice(-1), body])

test('after Next on a choice, each choice is saved and opens the next record until the last one, and Back returns', async () => {
  const calls = open()
  await formOf('Saturday range')
  choose('Place', 'park')
  await next()
  await formOf('Sunday range')
  expect(document.activeElement).toBe(field('Place'))
  await screen.findByText('Sunday range. Choosing Place saves and opens the next record.')
  choose('Place', 'park')
  await formOf('Monday range')
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await formOf('Sunday range')
  choose('Place', '')
  await formOf('Monday range')
  await screen.findByText('Monday range. Choosing Place saves and closes.')
  choose('Place', 'park')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved(calls)).toEqual([
    ['1', { place: 'park' }],
    ['2', { place: 'park' }],
    ['2', { place: null }],
    ['3', { place: 'park' }],
  ])
})

test('keys pass through the options, and text is typed: neither saves by itself', async () => {
  const calls = open()
  await formOf('Saturday range')
  await userEvent.click(field('Place'))
  await next()
  await formOf('Sunday range')
  await userEvent.keyboard('{ArrowDown}')
  choose('Place', 'park')
  await userEvent.click(field('Name'))
  await userEvent.keyboard('s')
  expect(writes(calls)).toEqual([])
  await next()
  await formOf('Monday range')
  expect(document.activeElement).toBe(field('Name'))
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  await userEvent.keyboard('s')
  choose('Place', 'park')
  expect(saved(calls)).toEqual([['2', { place: 'park', name: 'Sunday ranges' }]])
})
