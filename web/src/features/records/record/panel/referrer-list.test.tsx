import { schoolDay } from '@app/school-time/school-day'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lessons, list, openDashboard, recordId, saturday } from '../../tables.fixture'

const item = `${list}/${saturday.id}`
const entry = (at: number, label: string) => ({ id: recordId(at), label })
const opened = async (referrer: object, name = 'Lesson: Place') => {
  openDashboard(
    {
      '/api/admin/schemas': [200, [{ ...lessons, calendar: { start: 'starts_at' } }]],
      [`${item}/referrers`]: [200, [{ table: 'lessons', field: 'place', ...referrer }]],
    },
    `/admin?record=${saturday.id}`,
  )
  return within(await screen.findByRole('region', { name }))
}
const hrefOf = (link: HTMLElement) => decodeURIComponent(link.getAttribute('href') ?? '')

test('records on the calendar are listed as coming and past, each with its date at the school', async () => {
  const coming = [{ ...entry(7, 'First arrows'), at: `${schoolDay()}T23:30:00.000Z` }]
  const past = [{ ...entry(8, 'Long ago'), at: '2020-07-05T02:00:00.000Z' }]
  const region = await opened({
    total: 8,
    sample: [...coming, ...past],
    coming: { total: 1, sample: coming },
    past: { total: 7, sample: past },
  })
  expect(region.getByRole('heading', { name: 'Coming' })).toBeTruthy()
  const lists = region.getAllByRole('list').map(({ textContent }) => textContent)
  expect(lists).toEqual([
    expect.stringMatching(/^Today, [34]:30.PMFirst arrows$/),
    expect.stringMatching(/^Jul 4, 2020, 7:00.PMLong ago$/),
  ])
  expect(region.getAllByRole('link', { name: /^all/ }).map(hrefOf)).toEqual([
    `/admin?table=lessons&f.place=${saturday.id}`,
    `/admin?table=lessons&f.place=${saturday.id}&f.starts_at__lt=today`,
  ])
})

test('other records are listed as one', async () => {
  const region = await opened({ total: 2, sample: [entry(7, 'First'), entry(8, 'Second')] })
  expect(region.getByRole('list').textContent).toBe('FirstSecond')
  expect(region.queryByRole('heading', { name: 'Past' })).toBeNull()
})

test.each([
  ['students', 'Lessons'],
  ['present', 'Attended'],
])('lessons that refer to a student by %s are called %s', async (field, name) => {
  const region = await opened({ field, total: 1, sample: [entry(7, 'First')] }, name)
  expect(region.getByRole('link', { name: 'First' })).toBeTruthy()
})
