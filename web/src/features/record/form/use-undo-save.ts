import type { TableRecord } from '@app/contracts/tables'
import { payloadForUpdate, type Values } from '@app/table-schema/record'
import type { TableSchema } from '@app/table-schema/schema'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { singular } from '#features/list/singular'
import { deleteRecord, recordsKey } from '#features/list/tables.api'
import { failureText } from '#lib/failure-text'
import { updateRecord } from '#lib/records'
import { rememberUndoAtom, showToastAtom } from '#ui/toast'

type SavedChange = { record: TableRecord; base: TableRecord | null; before: Values; values: Values }

/** Remembers how a saved record becomes what it was; it is left alone when it was changed since. */
export function useUndoSave(schema: TableSchema) {
  const client = useQueryClient()
  const remember = useSetAtom(rememberUndoAtom)
  const showToast = useSetAtom(showToastAtom)
  const { name } = schema

  async function takeBack(text: string, write: () => Promise<unknown>) {
    try {
      await write()
      showToast({ text: `${singular(schema)}: ${text}` })
    } catch (error) {
      showToast({ text: failureText(error, 'Failed to undo') })
    }
    client.invalidateQueries({ queryKey: ['record', name] })
    await client.invalidateQueries({ queryKey: recordsKey(name) })
  }

  return ({ record, base, before, values }: SavedChange) => {
    const { id, updated_at } = record
    if (!base) return void remember(() => takeBack('moved to the trash', () => deleteRecord(name, id)))
    const changed = Object.keys(payloadForUpdate(schema, before, values))
    const former = Object.fromEntries(changed.map((field) => [field, base[field] ?? null]))
    if (changed.length > 0) remember(() => takeBack('change undone', () => updateRecord(name, id, former, updated_at)))
  }
}
