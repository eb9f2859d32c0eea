import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Binary, BSON, type Document, Double, Int32, Long, ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { documentOfId, idKeyOf, idOf } from './documents'
import { follow } from './follow'
import { fileName, seriesToRestore, stampOf } from './journal-files'

const noon = Date.UTC(2026, 10, 23, 12)
const after = (seconds: number) => new Date(noon + seconds * 1000)

/** A journal of series, each of which begins at a second and has files at others. */
function journalOf(series: Record<number, number[]>) {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'))
  for (const [begin, files] of Object.entries(series)) {
    const own = join(folder, stampOf(after(Number(begin))))
    mkdirSync(own)
    for (const [number, at] of files.entries()) writeFileSync(join(own, fileName(number, after(at), true)), '')
  }
  return folder
}
const chosen = (folder: string, until?: Date) => seriesToRestore(folder, until).files.map(({ path }) => basename(path))

test('the newest series is restored, up to a time if one is given', () => {
  const folder = journalOf({ 0: [0, 20, 40], 100: [100, 120] })
  expect(chosen(folder)).toEqual(['000000-20261123T120140Z.tar.gz.age', '000001-20261123T120200Z.tar.gz.age'])
  expect(chosen(folder, after(119))).toEqual(['000000-20261123T120140Z.tar.gz.age'])
  expect(chosen(folder, after(39))).toHaveLength(2)
  expect(() => chosen(folder, after(-1))).toThrow('The journal begins at 2026-11-23T12:00:00Z')
  expect(() => chosen(journalOf({}))).toThrow('holds no journal')
})

test('a file that was being written is ignored, one that is missing in between is named', () => {
  const folder = journalOf({ 0: [0, 20, 40] })
  const own = join(folder, stampOf(after(0)))
  writeFileSync(join(own, `${fileName(3, after(60), true)}.unfinished`), 'torn')
  mkdirSync(join(folder, stampOf(after(70))))
  expect(chosen(folder)).toHaveLength(3)
  rmSync(join(own, fileName(1, after(20), true)))
  expect(() => chosen(folder)).toThrow('file 1 of the journal is missing; UNTIL=2026-11-23T12:00:00Z restores')
})

test('an id keeps its type and value', () => {
  const ids = [
    new ObjectId(),
    'text',
    new Int32(1),
    new Double(1),
    Long.fromNumber(1),
    new Binary(Buffer.from([0, 255]), 4),
    null,
  ]
  const documents = ids.map((_id) => Buffer.from(BSON.serialize({ _id, other: 'x' } as Document)))
  const keys = documents.map(idKeyOf)
  expect(new Set(keys).size).toBe(ids.length)
  for (const [at, key] of keys.entries()) {
    expect(documentOfId(key)).toEqual(Buffer.from(BSON.serialize({ _id: ids[at] } as Document)))
    expect(idOf(key)).toEqual(ids[at])
  }
})

test('a journal goes on after a failure, and what has changed before its end is written', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const said: unknown[] = []
  let calls = 0
  const journal = {
    async write() {
      calls++
      if (calls === 2) throw new Error('no database')
      if (calls === 3) end()
      return calls
    },
  }
  await follow(journal, {
    intervalMs: 1,
    ended,
    written: (_, changes) => said.push(changes),
    failed: (error) => said.push(String(error)),
  })
  expect(said).toEqual([1, 'Error: no database', 3, 4])
})
