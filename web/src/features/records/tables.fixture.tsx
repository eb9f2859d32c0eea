import type { RightsHolder } from '@app/contracts/policy'
import type { TableSchema } from '@app/table-schema/schema'
import { screen, within } from '@testing-library/react'
import { Route } from 'wouter'
import { DashboardPage } from '#app/dashboard-page'
import { RightsContext } from '#lib/rights'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'

export const lessons: TableSchema = {
  name: 'lessons',
  title: 'Lesson',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Name', minLength: 2, maxLength: 50 },
    place: { type: 'string', title: 'Place', enum: ['roseville', 'park'], enumNames: ['Roseville', 'The park'] },
    seats: { type: 'integer', title: 'Seats', minimum: 1, maximum: 40 },
    price: { type: 'number', title: 'Price' },
    day: { type: 'string', format: 'date', title: 'Day' },
    starts_at: { type: 'string', format: 'date-time', title: 'Starts' },
    open: { type: 'boolean', title: 'Open' },
    levels: { type: 'array', title: 'Levels', items: { enum: ['first', 'some'], enumNames: ['First time', 'Some'] } },
    notes: { type: 'string', format: 'textarea', title: 'Notes' },
    photo: { type: 'string', format: 'image', title: 'Photo' },
    area: { type: 'polygon', title: 'Area' },
    created_at: { type: 'string', format: 'date-time', title: 'Created', readOnly: true },
    updated_at: { type: 'string', format: 'date-time', title: 'Changed', readOnly: true },
  },
}

export const recordId = (at: number) => at.toString(16).padStart(24, '0')

export const saturday = {
  id: recordId(1),
  name: 'Saturday range',
  place: 'roseville',
  seats: 12,
  price: null,
  day: '2026-12-05',
  starts_at: '2026-12-05T17:00:00.000Z',
  open: null,
  levels: ['first'],
  notes: 'Bring water.\nAnd <b>time</b>.',
  photo: null,
  area: { corners: 4 },
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
}
export const sunday = { ...saturday, id: recordId(2), name: 'Sunday range' }

export const list = '/api/tables/lessons'
export const pageWith = (data: unknown[], more = {}) => ({
  data,
  page: 1,
  limit: 50,
  total: data.length,
  totalPages: Math.min(1, data.length),
  ...more,
})

type Network = Parameters<typeof answers>[0]

const admin: RightsHolder = { role: 'admin', rights: {}, exports: [] }

/** The dashboard with one table; `network` replaces single answers of the default one with two lessons. */
export function openDashboard(network: Network = {}, address = '/admin', user = admin) {
  const calls = answers({
    '/api/admin/schemas': [200, [lessons]],
    [list]: [200, pageWith([saturday, sunday])],
    [`${list}/${saturday.id}`]: [200, saturday],
    ...network,
  })
  show(
    <RightsContext value={user}>
      <Route path="/admin">
        <DashboardPage />
      </Route>
    </RightsContext>,
    address,
  )
  return calls
}

export const rowNamed = async (name: string) => within((await screen.findByText(name)).closest('tr')!)

/** The calls that write. */
export const writes = (calls: ReturnType<typeof answers>) => calls.filter(({ method }) => method !== 'GET')
