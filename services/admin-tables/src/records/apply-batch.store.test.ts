import { everything } from '@app/record-query'
import { expect, test, vi } from 'vitest'
import { personId, testApp } from '../test-app.fixture'
import { applyWrite } from './apply-writes'
import { friends, lessons } from './tables.fixture'
import type { Outcome, Write } from './write'

const setup = testApp()

const actor = { id: personId('ada'), email: 'ada@example.com', requestId: 'r' }
const reason = { source: 'form', scope: everything } as const
const at = '2026-05-01T09:00:00.000Z'
const later = '2026-05-02T09:00:00.000Z'
const id = (letter: string) => letter.repeat(24)
const friend = (letter: string, of?: string) => ({
  ...{ id: id(letter), name: letter, friend: of ? id(of) : null, updated_at: at },
})
const outcomeOf = (one: Outcome) => ('error' in one ? [one.id[0], one.error.code] : [one.id[0], one.isChanged])

async function stand() {
  const app = await setup({
    tables: [friends, lessons],
    records: {
      friends: [friend('a', 'b'), ...['b', 'c', 'd', 'e'].map((letter) => friend(letter))],
      lessons: [{ id: id('1'), title: 'First', seats: 1, updated_at: at }],
    },
  })
  const write = async (writes: readonly Write[]) => (await app.apply(actor, reason, writes)).map(outcomeOf)
  const names = async (table?: string) => (await app.rows(table)).map((row) => row['name'] ?? row['title'])
  return { ...app, write, names }
}
const remove = (letter: string, expectedVersion?: string): Write => ({
  ...{ table: 'friends', action: 'delete', id: id(letter), expectedVersion },
})
const rename = (letter: string, expectedVersion?: string, name: unknown = 'New'): Write => ({
  ...{ table: 'friends', action: 'update', id: id(letter), values: { name }, expectedVersion },
})
const refusals = [
  ['e', 'conflict'],
  ['f', 'not_found'],
]

test('of several deletions each is checked like one, and what changes meanwhile is deleted as it is then', async () => {
  const { write, names, trashed, history, writer, put } = await stand()
  const { rawDocuments } = writer
  vi.spyOn(writer, 'rawDocuments').mockImplementation(async (...given) => {
    const found = await rawDocuments(...given)
    await put({ ...friend('d'), name: 'Dee', updated_at: later })
    return found
  })
  const writes = [remove('b'), remove('c', at), remove('d'), remove('e', later), remove('f')]
  expect(await write(writes)).toEqual([['b', 'conflict'], ['c', true], ['d', true], ...refusals])
  expect(await names()).toEqual(['a', 'b', 'e'])
  expect((await trashed()).map(({ title }) => title).toSorted()).toEqual(['Dee', 'c'])
  expect((await history()).map(({ action, record_id: of }) => [action, of[0]]).toSorted()).toEqual([
    ['delete', 'c'],
    ['delete', 'd'],
  ])
  expect(writer.rawDocuments).toHaveBeenCalledTimes(1)
})

test('of several changes each is checked like one, and what changes meanwhile keeps both', async () => {
  const { write, rows, history, records, writer, put } = await stand()
  const updateMany = vi.spyOn(writer, 'updateMany')
  const { some } = records
  vi.spyOn(records, 'some').mockImplementation(async (...given) => {
    const found = await some(...given)
    await put({ ...friend('d', 'a'), updated_at: later })
    return found
  })
  const writes = [rename('a', at), rename('b', undefined, 1), rename('c', at, 'c'), rename('d')]
  const outcomes = await write([...writes, rename('e', later), rename('f')])
  expect(outcomes).toEqual([['a', true], ['b', 'invalid_input'], ['c', false], ['d', true], ...refusals])
  expect((await rows()).map(({ name }) => name)).toEqual(['New', 'b', 'c', 'New', 'e'])
  expect((await rows())[3]).toMatchObject({ friend: id('a') })
  expect((await history()).map(({ record_id: of }) => of[0]).toSorted()).toEqual(['a', 'd'])
  expect(updateMany).toHaveBeenCalledTimes(1)
})

test('what a change finds as it is comes back with its record', async () => {
  const { apply } = await stand()
  const outcomes = await apply(actor, reason, [rename('c', at, 'c'), rename('d')])
  expect(outcomes).toMatchObject([{ id: id('c'), isChanged: false, record: { name: 'c' } }, { isChanged: true }])
})

test('of several new records one whose id is taken is not added again', async () => {
  const { write, names, writer } = await stand()
  const insertMany = vi.spyOn(writer, 'insertMany')
  const create = (letter: string, values: object): Write => ({
    ...{ table: 'friends', action: 'create', id: id(letter), values },
  })
  const writes = [create('a', { name: 'Other' }), create('f', { name: 'Flo', friend: id('a') }), create('9', {})]
  expect(await write(writes)).toEqual([
    ['a', false],
    ['f', true],
    ['9', 'invalid_input'],
  ])
  expect(await names()).toEqual(['a', 'b', 'c', 'd', 'e', 'Flo'])
  expect(insertMany).toHaveBeenCalledTimes(1)
})

test('writes of several kinds and tables are reported in their order', async () => {
  const { write, names } = await stand()
  const outcomes = await write([
    { table: 'friends', action: 'create', id: id('f'), values: { name: 'Flo' } },
    { table: 'lessons', action: 'update', id: id('1'), values: { title: 'Second' } },
    remove('e'),
    { table: 'none', action: 'delete', id: id('2') },
    rename('c'),
    { table: 'friends', action: 'restore', id: id('3') },
  ])
  expect(outcomes).toEqual([
    ['f', true],
    ['1', true],
    ['e', true],
    ['2', 'not_found'],
    ['c', true],
    ['3', 'not_found'],
  ])
  expect([await names(), await names('lessons')]).toEqual([['a', 'b', 'New', 'd', 'Flo'], ['Second']])
})

test('a fault of the database is no outcome: it ends the call', async () => {
  const { apply, writer } = await stand()
  const fault = new Error('no connection')
  vi.spyOn(writer, 'updateMany').mockRejectedValue(fault)
  vi.spyOn(writer, 'update').mockRejectedValue(fault)
  await expect(apply(actor, reason, [rename('a'), rename('b')])).rejects.toBe(fault)
  await expect(apply(actor, reason, [rename('a')])).rejects.toBe(fault)
})

test('the refusal of one write is the error of its caller', async () => {
  const { apply } = await stand()
  await expect(applyWrite(apply, actor, reason, rename('f'))).rejects.toMatchObject({ code: 'not_found' })
  expect(await applyWrite(apply, actor, reason, rename('a'))).toMatchObject({ id: id('a'), isChanged: true })
  await expect(applyWrite(async () => [], actor, reason, rename('a'))).rejects.toMatchObject({ code: 'internal' })
})

test('a write to a person whose erasure is under way is undone, and no other', async () => {
  const email = 'ada@archery.example'
  const properties = { name: { type: 'string' }, email: { type: 'string', format: 'email' } }
  const person = (letter: string, address = email) => ({ id: id(letter), name: letter, email: address })
  const app = await setup({
    tables: [{ name: 'students', properties }, lessons],
    records: {
      students: [person('a'), person('b', 'bea@archery.example'), person('c')],
      lessons: [{ id: id('1'), title: 'First' }],
    },
  })
  const erasures = app.collection('erasures')
  await erasures.insertOne({ address: email, records: [], asked_at: new Date() })
  const change = (table: string, letter: string, values: object): Write => ({
    ...{ table, action: 'update', id: id(letter), values },
  })
  const outcomes = await app.apply(actor, reason, [
    change('students', 'a', { name: 'Ada' }),
    change('students', 'b', { name: 'Bea' }),
    change('students', 'c', { name: 'c' }),
    change('lessons', '1', { title: 'Second' }),
  ])
  expect(outcomes.map(outcomeOf)).toEqual([
    ['a', 'not_found'],
    ['b', true],
    ['c', false],
    ['1', true],
  ])
  expect((await app.rows()).map(({ name }) => name)).toEqual(['Bea', 'c'])
  expect(await erasures.findOne()).toMatchObject({ records: [`students/${id('a')}`] })
})
