import { titleOf } from '@app/table-schema/field'
import { isReferrer } from '@app/table-schema/filter'
import { referenceFields } from '@app/table-schema/references'
import type { FieldSchema, TableSchema } from '@app/table-schema/schema'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Filters } from '#lib/list-address'
import { filtersOf, splitReferrer } from '../list-view'
import { useList } from '../state/list-provider'
import { useSchemas } from '../use-schema'
import { AgeFilter, DayPresets, hasAges } from './date-filter'
import { boundsIn } from './use-filter-text'

/** Filters of a table by age, and by the days of linked records. */
export const isFrequent = (table: string, name: string, field: FieldSchema, tables: readonly TableSchema[]) =>
  hasAges(name, field) || startOf(table, name, tables) !== undefined

/**
 * The field of the day of the records that refer to those of a table, if they are on a calendar. Of several references the first is the
 * main one: the students of a lesson come before those who were present.
 */
function startOf(table: string, name: string, tables: readonly TableSchema[]): FieldSchema | undefined {
  if (!isReferrer(name)) return undefined
  const [other, by] = splitReferrer(name)
  const linked = tables.find((each) => each.name === other)
  const main = linked && referenceFields(linked).find((each) => each.table === table)?.name
  return linked?.calendar && main === by ? linked.properties[linked.calendar.start] : undefined
}

type Props = {
  fields: readonly (readonly [name: string, field: FieldSchema])[]
  onFilter: (name: string, next: Filters) => void
  /** What is below them, which comes with them: it would move when they do. */
  children: ReactNode
}

/** The filters that are wanted most, in one step. The first control takes the focus, as in a popover that is there at once. */
export function FrequentFilters({ fields, onFilter, children }: Props) {
  const { schema, view } = useList()
  const [table, filters] = [schema.name, view.filters]
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('input, button')?.focus(), [])
  const tables = useSchemas().data?.tables ?? []
  const shown = fields.filter(([name, field]) => isFrequent(table, name, field, tables))
  return (
    <div ref={box}>
      {shown.length > 0 && (
        <div className="grid w-[min(22rem,100vw-3rem)] gap-3 border-line border-b p-2 pb-3">
          {shown.map(([name, field]) => {
            const title = titleOf(name, field)
            const start = startOf(table, name, tables)
            const bounds = boundsIn(name, filters)
            const props = { table, name, title, filters }
            return (
              <fieldset key={name}>
                <legend className="mb-1 font-semibold text-sm">{title}</legend>
                {start ? (
                  <DayPresets
                    {...props}
                    field={start}
                    filters={bounds}
                    onFilter={(next) => {
                      const others = Object.entries(filtersOf(filters, name)).filter(([key]) => !(key in bounds))
                      onFilter(name, { ...Object.fromEntries(others), ...next })
                    }}
                  />
                ) : (
                  <AgeFilter {...props} field={field} isShort onFilter={(next) => onFilter(name, next)} />
                )}
              </fieldset>
            )
          })}
        </div>
      )}
      {children}
    </div>
  )
}
