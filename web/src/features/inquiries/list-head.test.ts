import { expect, test } from 'vitest'
import { readView } from '#features/records/list/list-view'
import { schema } from './inquiries.fixture'
import { filteredPath, isFilteredBy, quickFilters } from './module'

test.each(quickFilters.map((each) => [each.label, each] as const))(
  '%s leads to a list that has exactly its filters',
  (_label, filter) => {
    const view = readView(new URL(filteredPath(filter), 'http://localhost').searchParams, [schema])
    expect(view).toMatchObject({ table: schema.name, filters: filter.filters, sort: filter.sort, q: '' })
    expect(quickFilters.filter(({ filters }) => isFilteredBy(view.filters, filters))).toEqual([filter])
  },
)
