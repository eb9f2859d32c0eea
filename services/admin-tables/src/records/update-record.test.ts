import type { TableSchema } from '@app/table-schema'
import { expect, test } from 'vitest'
import type { WireRecord } from '../tables/read-record'
import { changedValues, changesOf } from './update-record'
import type { Writing } from './write'

const students: TableSchema = {
  name: 'students',
  title: 'Students',
  title_field: 'name',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    waiver_signed: { type: 'boolean' },
    waiver_until: { type: 'string', format: 'date' },
  },
}
const signed = { id: 'a', name: 'Zoe', waiver_signed: true, waiver_until: '2027-01-01' } as unknown as WireRecord
const change = (values: object, { source = 'edit', schema = students, before = signed } = {}) =>
  changedValues({} as never, { schema, reason: { source } } as unknown as Writing, before, values as never)

test('a waiver that is taken back has no day on which it ends', async () => {
  expect(await change({ waiver_signed: false })).toEqual({ waiver_signed: false, waiver_until: null })
  expect(await change({ waiver_signed: false, waiver_until: '2027-01-01' })).toMatchObject({ waiver_until: null })
})

test('a day that is given with it stays', async () => {
  expect(await change({ waiver_signed: false, waiver_until: '2026-12-01' })).toEqual({
    ...{ waiver_signed: false, waiver_until: '2026-12-01' },
  })
})

test.each(['undo', 'restore'])('a return to former values (%s) brings just those', async (source) => {
  expect(await change({ waiver_signed: false }, { source })).toEqual({ waiver_signed: false })
})

test('another change, another table and a waiver that was never signed imply nothing', async () => {
  expect(await change({ name: 'Ada' })).toEqual({ name: 'Ada' })
  const guests = { ...students, name: 'guests' }
  expect(await change({ waiver_signed: false }, { schema: guests })).toEqual({ waiver_signed: false })
  const before = { ...signed, waiver_signed: null } as unknown as WireRecord
  expect(await change({ waiver_signed: false }, { before })).toEqual({ waiver_signed: false })
  const { waiver_until: _, ...properties } = students.properties
  expect(await change({ waiver_signed: false }, { schema: { ...students, properties } })).toEqual({
    waiver_signed: false,
  })
})

test('a history entry names the value before, null where there was none', () => {
  expect(changesOf(signed, { name: 'Ada', phone: '1' })).toEqual({ name: ['Zoe', 'Ada'], phone: [null, '1'] })
})
