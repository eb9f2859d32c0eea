import type { Descriptor } from '@app/table-schema/descriptor'
import { titleOf } from '@app/table-schema/field'
import type { Filters } from '#lib/list-address'
import { FilterField } from './filter-field'
import { filterableFields, splitFilterKey } from './filters'

type Props = { id: string; schema: Descriptor; filters: Filters; onFilters: (filters: Filters) => void }

/** The row of filters, one for each field that can be filtered. */
export function FilterPanel({ id, schema, filters, onFilters }: Props) {
  function onFilter(name: string, next: Filters) {
    const others = Object.entries(filters).filter(([key]) => splitFilterKey(key).field !== name)
    onFilters(Object.fromEntries([...others, ...Object.entries(next)].filter(([, value]) => value !== '')))
  }
  return (
    <section
      id={id}
      aria-label="Filters"
      className="filters-open flex flex-wrap gap-x-4 gap-y-3 rounded-xl border border-line bg-card p-4"
    >
      {filterableFields(schema).map(([name, field]) => (
        <FilterField
          key={name}
          name={name}
          title={titleOf(name, field)}
          field={field}
          filters={filters}
          onFilter={onFilter}
        />
      ))}
    </section>
  )
}
