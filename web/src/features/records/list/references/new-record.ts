import type { TableRecord } from '@app/contracts/tables'
import type { TableSchema } from '@app/table-schema/schema'
import { type ComponentType, createContext, useContext } from 'react'

export type NewRecordProps = {
  /** The table and the field that will refer to the record. */
  table: string
  field: string
  /** The schema of the referenced table. */
  schema: TableSchema
  /** The typed text. */
  name: string
  /** A record that exists already was meant. */
  onExisting: (id: string) => void
  onCreated: (record: TableRecord) => void
  onClose: () => void
}

/** The form that a picker opens for a record that does not exist yet; the app provides it. Without one nothing can be created. */
export const NewRecordContext = createContext<ComponentType<NewRecordProps> | null>(null)
export const useNewRecordForm = () => useContext(NewRecordContext)
