import { getAdminStatus, getCurrentUser } from '@app/contracts/account'
import { callAddress } from '@app/contracts/call-request'
import { listRecords } from '@app/contracts/records'
import { listTables } from '@app/contracts/tables'
import { readToday } from '@app/contracts/today'
import { defaultLimit, defaultSort, firstPage, printListQuery } from '@app/table-schema/list-query'
import { afterEach, expect, test, vi } from 'vitest'
import { dropEarly } from '#lib/early-answers'
import { setStartsWithToday } from '#lib/start-page'
import { answers } from '#testing/answers'
import { admin, adminStatus } from '#testing/screen'
import { early, start } from './staff-start'

const { user, status, tables: schemas, list: plainListPath } = early
const byName = { first_sort: { field: 'name', direction: 'asc' } } as const
const empty: [number, unknown] = [200, {}]

/** The calls that begin at an address, with the user of the given role or none. */
async function askedAt(address: string, role: string | null = 'admin') {
  history.replaceState(null, '', address)
  const calls = answers({
    [user]: role ? [200, { ...admin, role }] : [401, { error: 'Please sign in.', code: 'not_signed_in' }],
    [status]: [200, adminStatus(role === 'admin')],
    [schemas]: [200, [{ name: 'users' }, { name: 'lessons' }, { name: 'students', ...byName }]],
    '/api/tables/lessons': empty,
    '/api/tables/students': empty,
    '/api/today': empty,
  })
  await start()
  return calls.map(({ path }) => path)
}

afterEach(() => {
  dropEarly()
  setStartsWithToday(false)
  vi.unstubAllGlobals()
})

test('the early addresses are those of the calls, the list the one of a table that nothing narrows', () => {
  expect(early).toEqual({
    user: callAddress(getCurrentUser, {}),
    status: callAddress(getAdminStatus, {}),
    tables: callAddress(listTables, {}),
    today: callAddress(readToday, {}),
    list: expect.any(Function),
  })
  for (const [table, schema, sort] of [
    ['a b', {}, defaultSort],
    ['students', byName, byName.first_sort],
  ] as const) {
    const search = printListQuery({ page: firstPage, limit: defaultLimit, sort, q: '', filters: [] })
    expect(early.list(table, schema)).toBe(callAddress(listRecords, { params: { table }, search }))
  }
})

test('a visitor who is not signed in makes one call', async () => {
  expect(await askedAt('/admin', null)).toEqual([user])
  expect(await askedAt('/admin/today', null)).toEqual([user])
})

test('a person without access to the dashboard asks for no data', async () => {
  expect(await askedAt('/admin?table=students', 'user')).toEqual([user, status])
  expect(await askedAt('/admin/today', 'user')).toEqual([user, status])
})

test('the tables ask for the list of the address, else for that of the first table', async () => {
  expect(await askedAt('/admin')).toEqual([user, status, schemas, plainListPath('lessons')])
  expect(await askedAt('/admin?table', 'staff')).toEqual([user, status, schemas, plainListPath('lessons')])
  const students = plainListPath('students', byName)
  expect(await askedAt('/admin?table=students')).toEqual([user, status, schemas, students])
  expect(await askedAt(`/admin?table=students&record=${'a'.repeat(24)}`)).toEqual([user, status, schemas, students])
  expect(await askedAt('/admin?table=secrets')).toEqual([user, status, schemas, plainListPath('lessons')])
})

test('a list that is narrowed is left to its page', async () => {
  for (const search of ['q=ada', 'page=2', 'limit=20', 'sort=name:asc', 'f.level=beginner', `view=${'a'.repeat(24)}`])
    expect(await askedAt(`/admin?table=students&${search}`)).toEqual([user, status, schemas])
})

test('Today asks for the day, also as the start of the dashboard', async () => {
  expect(await askedAt('/admin/today')).toEqual([user, status, '/api/today'])
  setStartsWithToday(true)
  expect(await askedAt('/admin')).toEqual([user, status, '/api/today'])
  expect(await askedAt('/admin?table')).toEqual([user, status, schemas, plainListPath('lessons')])
})

test('other pages ask for the permission, and that of sessions for the user alone', async () => {
  expect(await askedAt('/admin/people')).toEqual([user, status])
  expect(await askedAt('/admin/sessions')).toEqual([user])
})
