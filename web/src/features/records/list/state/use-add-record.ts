import { newRecord } from '#lib/list-address'
import { useMayEdit } from '#lib/rights'
import { opened } from '../list-view'
import { useList } from './list-context'

/** Opens the form of a new record; undefined for users without the right, and where records are created automatically. */
export function useAddRecord(): (() => void) | undefined {
  const { schema, show } = useList()
  const mayEdit = useMayEdit(schema.name)
  return mayEdit && schema.creatable !== false ? () => show({ record: newRecord }, opened) : undefined
}
