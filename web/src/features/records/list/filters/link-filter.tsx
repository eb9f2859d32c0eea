import { isReferrer } from '@app/table-schema/filter'
import { referencedTable } from '@app/table-schema/references'
import { useId, useState } from 'react'
import type { Filters } from '#lib/list-address'
import { option } from '#ui/field'
import { RecordPicker } from '../references/record-picker'
import { useSchema } from '../use-schema'
import { DateFilter } from './date-filter'
import { type FilterProps, filtersFor } from './filter-inputs'
import { boundsIn, type LinkWay, linkedIds, linkWay } from './use-filter-text'

const ways: readonly (readonly [LinkWay, string])[] = [
  ['is', 'is'],
  ['not', 'is not'],
  ['none', 'is empty'],
  ['any', 'is not empty'],
]

/** The filters that say which linked records a record has; none while none is chosen. */
function printLinks(name: string, way: LinkWay, ids: readonly string[], bounds: Filters): Filters {
  if (way === 'not') return ids.length > 0 ? { [`${name}__ne`]: ids.join(',') } : {}
  if (way === 'is') return { ...filtersFor(name, ids), ...bounds }
  return { [`${name}__null`]: way === 'none' ? 'true' : 'false', ...bounds }
}

/**
 * Filters records by the ones that a field of theirs names, or by those of another table that name them: it is, is not, is empty, is not
 * empty. Those of another table that are on a calendar can be limited to some days, too.
 */
export function LinkFilter({ table, name, title, field, filters, onFilter }: FilterProps) {
  const id = useId()
  const linked = referencedTable(field) ?? ''
  // Linked records have labels even where their table is not shown to this person.
  const schema = useSchema(linked) ?? { name: linked, properties: {} }
  const isBack = isReferrer(name)
  const start = isBack ? schema.calendar?.start : undefined
  const startField = start === undefined ? undefined : schema.properties[start]
  const [chosen, choose] = useState<LinkWay>('is')
  const way = linkWay(name, filters) ?? chosen
  const [ids, bounds] = [linkedIds(name, filters), boundsIn(name, filters)]
  const show = (next: { way?: LinkWay; ids?: readonly string[]; bounds?: Filters }) => {
    choose(next.way ?? way)
    onFilter(printLinks(name, next.way ?? way, next.ids ?? ids, next.bounds ?? bounds))
  }
  return (
    <div className="grid gap-2">
      <select
        aria-label={`${title}: condition`}
        value={way}
        onChange={(event) => show({ way: event.target.value as LinkWay })}
        className="control control-small w-full"
      >
        {ways.map(([value, text]) => option(value, text))}
      </select>
      {(way === 'is' || way === 'not') && (
        <RecordPicker
          id={id}
          label={title}
          table={table}
          field={name}
          schema={schema}
          multiple
          ids={ids}
          onIds={(next) => show({ ids: next })}
          among={
            isBack
              ? Object.fromEntries(Object.entries(bounds).map(([key, day]) => [key.replace(name, start ?? ''), day]))
              : undefined
          }
        />
      )}
      {startField && way !== 'not' && (
        <DateFilter
          table={table}
          name={name}
          title={title}
          field={startField}
          filters={bounds}
          onFilter={(next) => show({ bounds: next })}
        />
      )}
    </div>
  )
}
