import type { TableRecord } from '@app/contracts/tables'
import { useShortcuts } from '#lib/use-shortcuts'
import { newRecord, type View } from './list-view'

type Actions = { open: (id: string) => void; close: () => void; clear: () => void }

/** `j` and `k` open the next and the previous record of the page; Escape closes the panel, then clears the selection. */
export function useRecordKeys(records: readonly TableRecord[] = [], view: View, { open, close, clear }: Actions) {
  const at = records.findIndex(({ id }) => id === view.record)
  const go = (to: number) => () => {
    const next = records[Math.max(0, Math.min(records.length - 1, to))]
    if (next && next.id !== view.record) open(next.id)
  }
  const isOpen = view.record !== null && view.record !== newRecord
  useShortcuts({ j: go(at + 1), k: at < 0 ? undefined : go(at - 1), Escape: isOpen ? close : clear })
}
