// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { pageWith } from '#app/tables/tables.fixture'
import { inquiry, openInquiry, record } from './inquiries.fixture'

const list = '/api/tables/contact_submissions'
const bar = () => within(screen.getByRole('region', { name: 'Selected records' }))
const others = ['b', 'c'].map((letter) => ({ ...record, id: letter.repeat(24), name: `Visitor ${letter}` }))
const spamCalls = (calls: ReturnType<typeof openInquiry>) =>
  calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/spam')).map(({ path }) => path.split('/')[4])

function openList(more: object = {}) {
  const answers = [record, ...others].flatMap(({ id }) =>
    ['spam', 'not-spam', 'undo'].map((what) => [`/api/forms/submissions/${id}/${what}`, [200, inquiry]]),
  )
  return openInquiry(
    { [list]: [200, pageWith([record, ...others], more)], ...Object.fromEntries(answers) },
    '/admin?table=contact_submissions',
  )
}

test('"!" marks the inquiry whose row has the focus; without a row it does nothing', async () => {
  const calls = openList()
  const cell = (await screen.findByText('Visitor b')).closest('td')!
  await userEvent.keyboard('!')
  cell.focus()
  await userEvent.keyboard('!')
  await screen.findByText('1 inquiry marked as spam')
  expect(spamCalls(calls)).toEqual([others[0]!.id])
})

test('Undo restores what the action replaced, instead of doing the opposite', async () => {
  const calls = openList()
  await screen.findByText('Ada')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await userEvent.click(bar().getByRole('button', { name: 'Not spam' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone: 3 inquiries')
  const posted = calls.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1))
  expect(posted).toEqual([...Array(3).fill('not-spam'), ...Array(3).fill('undo')])
})

test('all matching inquiries are listed and marked, as many as were shown', async () => {
  const calls = openList({ total: 203 })
  await screen.findByText('Ada')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'all 203 matching' }))
  await userEvent.click(bar().getByRole('button', { name: 'Spam' }))
  await waitFor(() => expect(spamCalls(calls).toSorted()).toEqual([record.id, ...others.map(({ id }) => id)]))
  expect(calls.some(({ path }) => /limit=200/.test(path))).toBe(true)
})

test('more than 500 inquiries at once are refused with a remedy', async () => {
  openList({ total: 501 })
  await screen.findByText('Ada')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'all 501 matching' }))
  expect((bar().getByRole('button', { name: 'Spam' }) as HTMLButtonElement).disabled).toBe(true)
  expect(screen.getByText('Up to 500 inquiries at once: narrow the list by a filter.')).toBeTruthy()
})
