import type { FieldSchema } from '@app/table-schema/schema'
import type { Filters } from '#lib/list-address'

export type FilterProps = {
  table: string
  name: string
  title: string
  field: FieldSchema
  filters: Filters
  /** Replaces all filters of this field. */
  onFilter: (name: string, next: Filters) => void
}
