import type { FieldDescriptor } from '@app/table-schema/descriptor'
import type { Filters } from '#lib/list-address'

export type FilterProps = {
  table: string
  name: string
  title: string
  field: FieldDescriptor
  filters: Filters
  /** Replaces all filters of this field. */
  onFilter: (name: string, next: Filters) => void
}
