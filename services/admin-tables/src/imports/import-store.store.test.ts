import { days } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { type Import, importStore } from './import-store'

const database = testDatabase()
let later = 0
const imports = importStore(
  () => database.mongo.db(),
  () => new Date(Date.now() + later),
)
beforeEach(async () => {
  await database.clear()
  later = 0
})
const files = () => database.mongo.db().collection('import_files.files').countDocuments()
const pieces = () => database.mongo.db().collection('import_files.chunks').countDocuments()

async function* content(text: string) {
  yield Buffer.from(text)
}
async function stored(text = 'Name\nAda\n') {
  const id = imports.newId()
  await imports.store(id, content(text))
  return id
}
const value = (change: Partial<Import> = {}) =>
  ({
    table: 'students',
    fileName: 'a.csv',
    headers: [],
    samples: [],
    actor: { id: 'u1' },
    check: 'c1',
    ...change,
  }) as unknown as Import

test('a file without an import is removed after a day', async () => {
  await stored()
  expect(await imports.sweep()).toBe(0)
  expect(await files()).toBe(1)
  later = days(1) + 1_000
  await imports.sweep()
  expect([await files(), await pieces()]).toEqual([0, 0])
})

test('an import is removed after thirty days, with its file and those of its sheets', async () => {
  const [id, sheet] = [await stored(), await stored()]
  await imports.add(id, value({ sheets: [{ name: 'S', file: sheet, headers: [], samples: [] }] }))
  later = days(30) - 1_000
  expect(await imports.sweep()).toBe(0)
  expect(await files()).toBe(2)
  later = days(30) + 1_000
  expect(await imports.sweep()).toBe(1)
  expect([await files(), await imports.find(id)]).toEqual([0, undefined])
  expect(await imports.sweep()).toBe(0)
})

test('an erasure removes the imports whose file fits, of the given tables alone', async () => {
  const ids = [await stored('ada'), await stored('grace'), await stored('ada')]
  await imports.add(ids[0]!, value())
  await imports.add(ids[1]!, value())
  await imports.add(ids[2]!, value({ table: 'guardians' }))
  const fits = async ({ id }: { id: string }) => {
    const parts = await Array.fromAsync(imports.bytes(id))
    return Buffer.concat(parts).toString().includes('ada')
  }
  expect((await imports.erase(['students'], fits)).map(({ id }) => id)).toEqual([ids[0]])
  expect(await files()).toBe(2)
  expect(await imports.find(ids[0]!)).toBeUndefined()
})

test('what was typed in the place of cells is kept, once', async () => {
  const id = await stored()
  await imports.add(id, value())
  await Promise.all([
    imports.noteCorrected(id, ['ada@example.com']),
    imports.noteCorrected(id, ['ada@example.com', 'x']),
  ])
  expect((await imports.find(id))?.corrected?.toSorted()).toEqual(['ada@example.com', 'x'])
})

test('of two next checks of a file one counts', async () => {
  const id = await stored()
  await imports.add(id, value())
  const imported = (await imports.find(id))!
  const set = await Promise.all(['c2', 'c3'].map((next) => imports.setCheck(imported, next)))
  expect(set.toSorted()).toEqual([false, true])
})

test('a stored file that no import is made of is dropped, also twice', async () => {
  const id = await stored()
  await Promise.all([imports.dropFile(id), imports.dropFile(id)])
  expect(await files()).toBe(0)
})
