import { testDatabase } from '@app/mongo/test-database.fixture'
import { Binary, ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { fileBytes, keyOf, logSwept } from './file-bytes'
import type { ObjectStorage } from './object-storage'

const database = testDatabase()

/** The objects of a storage by their keys; its sweep takes all of them for old. */
function storageIn(stored: Map<string, Uint8Array>): ObjectStorage {
  return {
    put: async (key, bytes) => void stored.set(key, bytes),
    get: async (key, from, length) => {
      const bytes = stored.get(key)
      return bytes && Buffer.from(bytes.subarray(from, from + length))
    },
    remove: async (key) => void stored.delete(key),
    async sweep(folder, known) {
      const names = [...stored.keys()].map((key) => key.slice(folder.length + 1))
      const keep = await known(names)
      const unknown = names.filter((name) => !keep.has(name))
      for (const name of unknown) stored.delete(`${folder}/${name}`)
      return { removed: unknown.length, kept: 0 }
    },
  }
}

function setup() {
  const stored = new Map<string, Uint8Array>()
  const db = () => database.mongo.db()
  const bytes = fileBytes('papers', db, storageIn(stored))
  return { stored, bytes, pieces: () => db().collection('papers.chunks') }
}

const id = new ObjectId()
const file = { id, filename: 'rules.pdf', metadata: {} }
/** More than one request for it, and no multiple of a piece. */
const content = Buffer.from(Array.from({ length: 1_500_000 }, (_, at) => at % 251))

test('a file in an object storage is read in pieces, those that are still in the database first; an object of no file is swept', async () => {
  const { stored, bytes, pieces } = setup()
  await bytes.add({ ...file, bytes: content })
  expect([...stored.keys()]).toEqual([keyOf('papers', id)])
  const entry = { _id: id, length: content.length, chunkSize: 255 * 1024 }
  expect(Buffer.concat(await Array.fromAsync(bytes.chunks(entry))).equals(content)).toBe(true)
  expect((await bytes.read(entry, 300_000, 1_400_000)).equals(content.subarray(300_000, 1_400_000))).toBe(true)

  const moved = Buffer.alloc(entry.chunkSize, 7)
  await pieces().insertOne({ files_id: id, n: 1, data: new Binary(moved) })
  expect((await bytes.read(entry, entry.chunkSize, 2 * entry.chunkSize)).equals(moved)).toBe(true)

  stored.set(keyOf('papers', new ObjectId()), content)
  expect(await bytes.sweep()).toEqual({ removed: 1, kept: 0 })
  expect([...stored.keys()]).toEqual([keyOf('papers', id)])
  stored.clear()
  await expect(Array.fromAsync(bytes.chunks({ ...entry, _id: new ObjectId() }))).rejects.toThrow(
    'not where they should be',
  )
})

test.each([
  [{ removed: 0, kept: 0 }, []],
  [{ removed: 2, kept: 0 }, ['info {"removed":2}']],
  [{ removed: 0, kept: 9 }, ['error {"kept":9}']],
])('a sweep with %j is logged as %j', (swept, expected) => {
  const lines: string[] = []
  const note = (level: string) => (facts: object) => void lines.push(`${level} ${JSON.stringify(facts)}`)
  logSwept({ info: note('info'), error: note('error') }, swept)
  expect(lines).toEqual(expected)
})
