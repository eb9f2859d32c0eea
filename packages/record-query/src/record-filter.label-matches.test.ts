import type { TableSchema } from '@app/table-schema'
import type { Document } from 'mongodb'
import { expect, test } from 'vitest'
import { matchingLabels } from './record-filter'
import type { Scope } from './scope'

const guardians: TableSchema = {
  name: 'guardians',
  title_field: 'name',
  properties: {
    name: { type: 'string', title: 'Full Name' },
    phone: { type: 'string', title: 'Phone' },
    email: { type: 'string', title: 'Email', format: 'email' },
  },
}
const students: TableSchema = {
  name: 'students',
  properties: { guardians: { type: 'array', items: { type: 'string', format: 'reference', table: 'guardians' } } },
}
const scopeOf = (reach: 'all' | 'own' | 'none', within?: Document): Scope => ({
  reach: () => reach,
  filterOf: async () => within,
})

/** The filters by which a search looks for guardians. */
async function filtersOf(q: string, scope?: Scope) {
  const filters: Document[] = []
  const ids = async (_: TableSchema, filter: Document) => {
    filters.push(filter)
    return []
  }
  await matchingLabels({ find: async () => guardians, ids, ...(scope && { scope }) }, students, q)
  return JSON.stringify(filters)
}

test('a child is found through the name of a guardian by everyone who sees it', async () => {
  for (const scope of [undefined, scopeOf('none')]) {
    expect(await filtersOf('ruiz', scope)).toContain('"name"')
    expect(await filtersOf('ruiz', scope)).not.toContain('"email"')
    expect(await filtersOf('9165550142', scope)).not.toContain('"phone"')
  }
})

test('addresses and phones of guardians are searched for those who may see them', async () => {
  expect(await filtersOf('ana@example.org', scopeOf('all'))).toContain('"email"')
  const byPhone = await filtersOf('(916) 555-0142', scopeOf('all'))
  expect(byPhone).toContain('"phone"')
  expect(JSON.parse(byPhone)).toHaveLength(1)
})

test('of those who see their own guardians only, it is these', async () => {
  expect(await filtersOf('ana@example.org', scopeOf('own', { mine: true }))).toContain('"mine":true')
})
