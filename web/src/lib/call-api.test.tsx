import { getAdminStatus, getCurrentUser } from '@app/contracts/account'
import { uploadFile } from '@app/contracts/files'
import { createRecord, updateRecord } from '@app/contracts/record-changes'
import { listRecords } from '@app/contracts/records'
import { expect, test } from 'vitest'
import { answers } from '#testing/answers'
import { callApi } from './call-api'
import { queryOf } from './queries'

const record = { id: '6b0144c8eeb0df06111a9a1e', created_at: '', updated_at: '' }

test('address, method, headers and body come from the call', async () => {
  const calls = answers({
    '/api/tables/lessons/a%2Fb': [200, record],
    '/api/tables/lessons': [201, record],
    '/api/upload/image': [201, { id: 'x', url: '/api/files/x', name: 'a.png', size: 1, type: 'image/png' }],
  })
  const headers = { 'If-Match': '"2026-05-01T10:00:00.000Z"' }
  await callApi(updateRecord, { params: { table: 'lessons', id: 'a/b' }, body: { seats: 3 }, headers })
  await callApi(createRecord, { params: { table: 'lessons' }, body: {}, headers: { 'Idempotency-Key': undefined } })
  await callApi(uploadFile, { params: { kind: 'image' }, body: new FormData() })
  expect(calls).toMatchObject([{ method: 'PUT', body: { seats: 3 } }, { method: 'POST', body: {} }, { method: 'POST' }])
  expect(calls.map((one) => one.headers.get('content-type'))).toEqual(['application/json', 'application/json', null])
  expect(calls.map((one) => one.headers.get('if-match'))).toEqual([headers['If-Match'], null, null])
  expect(calls[1]!.headers.has('idempotency-key')).toBe(false)
  expect(calls[2]!.headers.get('x-requested-with')).toBe('fetch')
})

test('the query of a table is given as it is; a response that its contract does not describe is an error', async () => {
  const page = { data: [], page: 2, limit: 50, total: 0, totalPages: 0 }
  const calls = answers({ '/api/tables/lessons': [200, page], '/api/users/me': [200, { id: 7 }] })
  expect(await callApi(listRecords, { params: { table: 'lessons' }, search: 'page=2&seats__gte=4' })).toEqual(page)
  expect(calls[0]!.path).toBe('/api/tables/lessons?page=2&seats__gte=4')
  await expect(callApi(getCurrentUser)).rejects.toMatchObject({ code: 'unreadable_answer' })
})

test('a query of a call has the id of the call and its input as its key', () => {
  expect(queryOf(getAdminStatus).queryKey).toEqual(['getAdminStatus', undefined])
  expect(queryOf(listRecords, { params: { table: 'lessons' } }).queryKey).toEqual([
    'listRecords',
    { params: { table: 'lessons' } },
  ])
})
