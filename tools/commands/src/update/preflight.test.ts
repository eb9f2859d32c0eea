import { expect, test } from 'vitest'
import { oneWayLines } from './preflight'

test('an entry of the changelog that cannot be undone is found whole, however it is wrapped', () => {
  const changelog = `## 2.0

- One-way: sessions are stored
  as hashes, also
  after a roll back.
- Something else: One-way is no entry here.
- One-way: tables migrate.
`
  expect(oneWayLines(changelog)).toEqual([
    '- One-way: sessions are stored as hashes, also after a roll back.',
    '- One-way: tables migrate.',
  ])
})
