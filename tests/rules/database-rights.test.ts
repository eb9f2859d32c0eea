import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ownCollections } from '@app/contracts/collections'
import { type Role, rolesOf, usersScript } from '@app/mongo/database-users.fixture'
import { expect, test } from 'vitest'
import { seeds } from '../../services/admin-tables/src/seed/module'
import { exposureFault } from '../../services/admin-tables/src/tables/table-access'
import { collectionsNamedIn } from './collections'
import { sources } from './source'

const root = resolve(import.meta.dirname, '../..')

/** The script with the tables that ship, which -u writes. */
const tables = seeds.map(({ name }) => name).filter((name) => name !== 'users')
const derived = readFileSync(usersScript, 'utf8').replace(
  /^const shipped = \[[^\]]*\]/m,
  `const shipped = [${tables.map((name) => `\n  '${name}',`).join('')}\n]`,
)

/** Per service, its collections and what it may do with them. */
function rights(described: string[] = []): Record<string, Record<string, string[]>> {
  const roles = rolesOf(derived, described)
  const granted = ({ privileges }: Role) => privileges.map(({ resource, actions }) => [resource.collection, actions])
  return Object.fromEntries(roles.map((role) => [role.role.replace('-service', ''), Object.fromEntries(granted(role))]))
}

const usersOf: Record<string, string[]> = {
  auth: ['auth'],
  forms: ['forms', 'email-worker'],
  'admin-tables': ['admin-tables'],
}
const folderOf = (path: string) => /^services\/([a-z-]+)\/src\//.exec(path)?.[1]
const code = sources.filter(({ path, isTest }) => !isTest && /^(packages|services)\//.test(path))

test('admin-tables may use each table that ships', async () => {
  await expect(derived).toMatchFileSnapshot(usersScript)
})

test.each(Object.entries(usersOf))('%s may use every collection that it names', (service, users) => {
  const granted = users.flatMap((user) => Object.keys(rights()[user] ?? {}))
  const used = collectionsNamedIn(
    code.filter(({ path }) => folderOf(path) === service),
    code,
  )
  expect(used.length).toBeGreaterThan(3)
  expect(used.filter(({ name }) => !granted.includes(name))).toEqual([])
})

test('the table of collections in docs/architecture.md has every collection that the code names, and no other', () => {
  const named = new Set(collectionsNamedIn(code, code).map(({ name }) => name))
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const table = text.slice(text.indexOf('## Who owns which collection'))
  const rows = [...table.matchAll(/^\| (`[^|]+) \| /gm)].flatMap(
    ([, cell = '']) => cell.match(/(?<=`)[a-z._]+(?=`)/g) ?? [],
  )
  // Tables of the school are described in the database, so the code names few of them.
  const described = Object.entries(rights()['admin-tables']!).flatMap(([name, actions]) =>
    actions.includes('dropIndex') ? [name] : [],
  )
  expect([...named].filter((name) => !rows.includes(name) && !described.includes(name))).toEqual([])
  expect(rows.filter((name) => !named.has(name) && !described.includes(name))).toEqual([])
})

test('a collection that the code names is in the list of its owner, or a table that ships', () => {
  const known = new Set<string>([...Object.values(ownCollections).flat(), ...seeds.map(({ name }) => name)])
  expect(collectionsNamedIn(code, code).filter(({ name }) => !known.has(name))).toEqual([])
})

test('a name built by a constant, and both collections of a bucket, are seen', () => {
  const names = collectionsNamedIn(code, code).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['contact_submissions', 'uploads.files', 'uploads.chunks', 'users']))
  const text = "const where = 'ghosts'\nnew GridFSBucket(db, { bucketName: 'photos' })\ndb().collection<Row>(where)"
  const file = { path: 'services/forms/src/ghost.ts', text, lines: 3, imports: [], isTest: false }
  expect(collectionsNamedIn([file], [file]).map(({ name }) => name)).toEqual([
    'ghosts',
    'photos.files',
    'photos.chunks',
  ])
  const unknown = { ...file, text: 'db().collection(somewhere)' }
  expect(() => collectionsNamedIn([unknown], [unknown])).toThrow('somewhere')
})

test('a description gives no access to a collection of the product', () => {
  const before = rights()
  const all = new Set(Object.values(before).flatMap(Object.keys))
  expect(rights([...all, 'trophies'])).toEqual({
    ...before,
    'admin-tables': { ...before['admin-tables'], trophies: before['admin-tables']!['lessons'] },
  })
  const tables = Object.entries(before['admin-tables']!).flatMap(([name, actions]) =>
    actions.join() === before['admin-tables']!['lessons']!.join() || name === 'users' ? [name] : [],
  )
  // No name, but all collections: email-worker reads their size.
  const closed = [...all].filter((name) => name !== '' && !tables.includes(name))
  const exposed = closed.filter((name) => !exposureFault({ name, title: name, properties: {}, required: [] } as never))
  expect(exposed).toEqual([])
})
