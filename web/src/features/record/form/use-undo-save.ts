import type { TableRecord } from '@app/contracts/tables'
import { payloadForUpdate, type Values } from '@app/table-schema/record'
import type { TableSchema } from '@app/table-schema/schema'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { singular } from '#features/list/singular'
import { deleteRecord } from '#features/list/tables.api'
import { reloadRecords } from '#lib/record-keys'
import { updateRecord } from '#lib/records'
import { rememberUndoAtom } from '#ui/toast'
import { useUndo } from '#ui/use-undo'

type SavedChange = { record: TableRecord; base: TableRecord | null; before: Values; values: Values }

/** Remembers how a saved record becomes what it was; it is left alone when it was changed since. */
export function useUndoSave(schema: TableSchema) {
  const client = useQueryClient()
  const remember = useSetAtom(rememberUndoAtom)
  const { name } = schema
  const undo = useUndo(() => reloadRecords(client, name))
  const undoLater = (done: string, write: () => Promise<unknown>) =>
    remember(() => undo(() => write().then(() => `${singular(schema)}: ${done}`)))

  return ({ record, base, before, values }: SavedChange) => {
    const { id, updated_at } = record
    if (!base) return void undoLater('moved to the trash', () => deleteRecord(name, id))
    const changed = Object.keys(payloadForUpdate(schema, before, values))
    const former = Object.fromEntries(changed.map((field) => [field, base[field] ?? null]))
    if (changed.length > 0) undoLater('change undone', () => updateRecord(name, id, former, updated_at))
  }
}
