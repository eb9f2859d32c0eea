import type { TableRecord } from '@app/contracts/tables'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { WriteHost } from '#features/mailings/module'
import { useFollowUp } from '#lib/table-extension'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { offerToWrite } from './offer-to-write'
import { UntoldBulks, UntoldChange } from './untold-change'

beforeEach(() => localStorage.clear())

const id = 'a'.repeat(24)
const at = (time: string) => `2999-11-30T${time}:00.000Z`
const schema = {
  name: 'lessons',
  properties: { place: { type: 'string', enum: ['roseville'], enumNames: ['Roseville'] } },
}
const lesson = { id, title: 'First arrows', starts_at: at('20:00'), place: 'roseville', students: ['s'] }
const network = {
  '/api/forms/mailings/recipients': [
    200,
    { recipients: [{ name: 'R. Brook', email: 'brook@example.com' }], withoutAddress: [] },
  ],
  '/api/forms/mailings': [201, { id, total: 1, withoutAddress: [] }],
} as Parameters<typeof answers>[0]

/** A lesson that is moved by a button, as a form does it. */
function Lesson() {
  const [record, setRecord] = useState<TableRecord>(lesson as unknown as TableRecord)
  const offer = useFollowUp(offerToWrite)
  function move(starts_at: string) {
    offer({ schema, ids: [id], changes: { starts_at }, before: record })
    setRecord({ ...record, starts_at })
  }
  return (
    <>
      {['20', '22', '23'].map((hour) => (
        <button key={hour} type="button" onClick={() => move(at(`${hour}:00`))}>
          To {hour}
        </button>
      ))}
      <UntoldChange schema={schema} record={record} />
      <WriteHost />
    </>
  )
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const text = 'Families of this lesson were not told: new time.'

test('the email about a move stays in the record, from what people know to what is now, until it is sent', async () => {
  const calls = answers(network)
  const first = show(<Lesson />)
  await press('To 22')
  await press('To 23')
  // The page was left and is opened again.
  first.unmount()
  const second = show(
    <UntoldChange schema={schema} record={{ ...lesson, starts_at: at('23:00') } as unknown as TableRecord} />,
  )
  expect(screen.getByText(text)).toBeTruthy()
  second.unmount()

  show(<Lesson />)
  await press('To 22')
  await press('Write')
  const dialog = within(await screen.findByRole('dialog', { name: 'Write to participants' }))
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Email').value).toContain(
    'First arrows for {student_names} has moved from 12 to 2 PM on Saturday, November 30, in Roseville.',
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText(text)).toBeTruthy()
  await press('Write')
  await userEvent.click(await screen.findByRole('button', { name: 'Write to 1 person' }))
  await waitFor(() => expect(screen.queryByText(text)).toBeNull())
  expect(calls.filter(({ path }) => path === '/api/forms/mailings')).toHaveLength(1)
})

test('it goes when it is dismissed, and when the lesson is back at the time that people know', async () => {
  answers(network)
  show(<Lesson />)
  await press('To 22')
  await press('To 20')
  expect(screen.queryByText(text)).toBeNull()
  await press('To 23')
  await press('Dismiss')
  expect(screen.queryByText(text)).toBeNull()
})

const other = 'b'.repeat(24)
const over = 'c'.repeat(24)
const pageOf = (...data: object[]): [number, unknown] => [
  200,
  { data, page: 1, limit: 200, total: data.length, totalPages: 1, next: null },
]
const dated = { created_at: at('10:00'), updated_at: at('10:00') }
const canceled = (of: string, more = {}) => ({ ...lesson, ...dated, id: of, cancelled: true, ...more })
const bulkNetwork = (...data: object[]) =>
  ({ ...network, '/api/admin/schemas': [200, [schema]], '/api/tables/lessons': pageOf(...data) }) as Parameters<
    typeof answers
  >[0]

/** Lessons that are canceled by one change, as a bulk edit does it. */
function Lessons() {
  const offer = useFollowUp(offerToWrite)
  return (
    <>
      <button type="button" onClick={() => offer({ schema, ids: [id, other, over], changes: { cancelled: true } })}>
        Cancel them
      </button>
      <UntoldBulks />
      <WriteHost />
    </>
  )
}

test('the email about a change of many lessons stays above their list, for those that it is still true of, until it is sent', async () => {
  const past = canceled(over, { starts_at: '2020-01-01T10:00:00.000Z' })
  const calls = answers(bulkNetwork(canceled(id), canceled(other), past))
  const first = show(<Lessons />)
  await press('Cancel them')
  // The page was left and is opened again.
  first.unmount()
  show(<Lessons />)
  await userEvent.click(await screen.findByRole('button', { name: 'Not told: 2 lessons' }))
  expect(screen.getByText('Families of 2 lessons were not told: canceled.')).toBeTruthy()
  await press('Write')
  await userEvent.click(await screen.findByRole('button', { name: 'Write to 1 person' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Not told/ })).toBeNull())
  expect(calls.find(({ path }) => path === '/api/forms/mailings')?.body).toMatchObject({
    about: { table: 'lessons', ids: [id, other] },
    text: expect.stringContaining('is canceled'),
  })
})

test('nothing is offered of a change that was undone, and what is dismissed does not return', async () => {
  answers(bulkNetwork(canceled(id, { cancelled: false }), canceled(other)))
  const first = show(<Lessons />)
  await press('Cancel them')
  await userEvent.click(await screen.findByRole('button', { name: 'Not told: 1 lesson' }))
  await press('Dismiss')
  expect(screen.queryByRole('button', { name: /^Not told/ })).toBeNull()
  first.unmount()
  show(<Lessons />)
  expect(screen.queryByRole('button', { name: /^Not told/ })).toBeNull()
  expect(localStorage.getItem('untold-bulk')).toBe('[]')
})
