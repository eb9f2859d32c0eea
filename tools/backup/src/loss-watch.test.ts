import { BSON } from 'mongodb'
import { expect, test } from 'vitest'
import { lastingDocuments, lossWatch } from './loss-watch'

const bytes = 0
const documents = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => Buffer.from(BSON.serialize({ _id: from + at })))

/** Steps of a journal: how many documents of `lessons` are added, changed again, or removed. */
function after(steps: readonly { changed?: [number, number]; removed?: [number, number]; of?: string }[]) {
  const watch = lossWatch()
  for (const { changed, removed, of: collection = 'lessons' } of steps) {
    if (changed) watch.take({ kind: 'documents', collection, documents: documents(...changed), bytes })
    if (removed) watch.take({ kind: 'removed', collection, documents: documents(...removed), bytes })
    watch.ended()
  }
  return watch.lastGood()
}

test('a journal that ends with the loss of its database names the last moment before it', () => {
  expect(after([{ changed: [0, 6_200] }, { changed: [6_200, 6_201] }, { removed: [0, 6_201] }])).toBe(1)
  expect(after([{ changed: [0, 100] }, { removed: [0, 60] }, { changed: [200, 205] }])).toBe(0)
})

test('a document that changes often counts once', () => {
  const again = { changed: [0, 100] } as const
  expect(after([{ changed: [0, 100] }, { ...again, changed: [0, 100] }, { removed: [0, 60] }])).toBe(1)
})

test('what was removed and came back, half of it, a few documents, and what ends by itself are no loss', () => {
  expect(after([{ changed: [0, 100] }, { removed: [0, 100] }, { changed: [0, 90] }])).toBeUndefined()
  expect(after([{ changed: [0, 100] }, { removed: [0, 50] }])).toBeUndefined()
  expect(after([{ changed: [0, 49] }, { removed: [0, 49] }])).toBeUndefined()
  expect(
    after([
      { changed: [0, 100], of: 'sessions' },
      { removed: [0, 100], of: 'sessions' },
    ]),
  ).toBeUndefined()
})

test('of an archive only what lasts is counted', () => {
  expect(
    lastingDocuments({ lessons: { documents: 5 }, sessions: { documents: 7 }, 'uploads.chunks': { documents: 9 } }),
  ).toBe(5)
})
