import { type Collection, type Document, ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { personRecords } from './person-records'

const valueAt = (document: Document, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (value as Document | undefined)?.[name], document)

function matches(document: Document, filter: Document): boolean {
  return Object.entries(filter).every(([path, wanted]) => {
    if (path === '$or') return (wanted as Document[]).some((one) => matches(document, one))
    const value = valueAt(document, path)
    const values = (Array.isArray(value) ? value : [value]).map(String)
    return wanted.$in ? (wanted.$in as unknown[]).some((one) => values.includes(String(one))) : value === wanted
  })
}

/** Collections with the few operators that a removal of guardians uses; like the database they refuse to pull from what is no list. */
function database(stored: Readonly<Record<string, Document[]>>) {
  const holderOf = (document: Document, path: string) => {
    const name = path.slice(path.lastIndexOf('.') + 1)
    return [path.includes('.') ? document['record'] : document, name] as const
  }
  return (name: string) =>
    ({
      find: (filter: Document) => ({
        toArray: async () => stored[name]?.filter((document) => matches(document, filter)) ?? [],
      }),
      async updateMany(filter: Document, { $pull = {}, $unset = {} }: Document) {
        for (const document of stored[name]?.filter((one) => matches(one, filter)) ?? []) {
          for (const [path, named] of Object.entries($pull as Document)) {
            const [holder, field] = holderOf(document, path)
            if (!Array.isArray(holder[field])) throw new Error('Cannot apply $pull to a non-array value')
            holder[field] = holder[field].filter((one: unknown) => !named.$in.includes(one))
          }
          for (const path of Object.keys($unset)) {
            const [holder, field] = holderOf(document, path)
            delete holder[field]
          }
        }
      },
      deleteMany: async () => {},
    }) as unknown as Collection
}

test('with an erased guardian go the texts it was made of, also from students of whom staff have removed it since', async () => {
  const [gone, other] = [new ObjectId().toHexString(), new ObjectId().toHexString()]
  const student = (more: object) => ({ _id: new ObjectId(), guardian: 'Eve Gone, eve@example.com', ...more })
  const linked = student({ guardians: [gone, other], guardian_moved: gone })
  const replaced = student({ guardians: [other], guardian_moved: gone })
  const emptied = student({ guardians: null, guardian_moved: gone })
  const foreign = student({ guardians: [other], guardian_moved: other, guardian: 'Uma Stays' })
  const deleted = {
    _id: 'students/1',
    table: 'students',
    record: student({ guardians: [other], guardian_moved: gone }),
  }
  const erased: string[] = []
  const persons = personRecords(
    database({ students: [linked, replaced, emptied, foreign], trash: [deleted], guardians: [] }),
    {
      eraseValues: async ({ record_id, 'changes.guardian': named }: Document) => {
        if (named) erased.push(...record_id.$in)
      },
      sweep: async () => {},
      flush: async () => {},
    },
  )
  await persons.remove([`guardians/${gone}`])
  const left = [linked, replaced, emptied, foreign, deleted.record].map(({ guardian, guardians }: Document) => [
    guardian,
    guardians,
  ])
  expect(left).toEqual([
    [undefined, [other]],
    [undefined, [other]],
    [undefined, null],
    ['Uma Stays', [other]],
    [undefined, [other]],
  ])
  const theirs = [linked, replaced, emptied, deleted.record].map(({ _id }) => _id.toHexString())
  expect([...new Set(erased)].toSorted()).toEqual(theirs.toSorted())
})
