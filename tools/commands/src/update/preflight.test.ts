import { expect, test } from 'vitest'
import { newMajors, oneWayLines } from './preflight'

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

const composeWith = (mongo: string, redis: string) =>
  `services:\n  mongo:\n    image: ${mongo}\n  redis:\n    image: ${redis}\n  edge:\n    image: debian:12.11-slim\n`

test.each([
  ['the same', 'mongo:8.0.12', 'redis:8.2.1', []],
  ['newer minor versions', 'mongo:8.2.0', 'redis:8.4.0', []],
  ['another MongoDB', 'mongo:9.0.0', 'redis:8.2.1', ['mongo 9 would replace mongo 8: see']],
  ['both, one of them older', 'mongo:9.0.0', 'redis:7.4.0', ['mongo 9 would replace', 'redis 7 would replace']],
  ['none', '$' + '{MONGO_IMAGE}', 'redis:8.2.1', []],
])('databases of %s version', (_, mongo, redis, errors) => {
  const found = newMajors(composeWith('mongo:8.0.12', 'redis:8.2.1'), composeWith(mongo, redis))
  expect(found).toEqual(errors.map((text) => expect.stringContaining(text)))
})
