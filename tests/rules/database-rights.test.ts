import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from './source'

const users = readFileSync(join(resolve(import.meta.dirname, '../..'), 'deploy/mongo/users.js'), 'utf8')
const named = /collection(?:<[^(]*>)?\(\s*'([a-z_]+)'|collection: '([a-z_]+)'/g

test('every collection that a service names is among the rights of its database user', () => {
  const code = sources.filter(({ path, isTest }) => !isTest && /^services\/[a-z-]+\/src\//.test(path))
  const used = code.flatMap(({ path, text }) =>
    [...text.matchAll(named)].map(([, opened, modelled]) => ({ path, collection: opened ?? modelled ?? '' })),
  )
  expect(used.length).toBeGreaterThan(10)
  const granted = (collection: string) => new RegExp(`\\b${collection}: |'${collection}'`).test(users)
  expect(used.filter(({ collection }) => !granted(collection))).toEqual([])
})
