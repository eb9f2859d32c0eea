import { useList } from '#features/list/state/list-context'
import { newRecord } from '#lib/list-address'
import { useShortcuts } from '#lib/use-shortcuts'

type Actions = { open: (id: string) => void; clear: () => void }

/** `j` and `k` open the next and the previous record of the page; Escape closes the panel, then clears the selection. */
export function useRecordKeys({ open, clear }: Actions) {
  const { view, show, page } = useList()
  const records = page.data?.data ?? []
  const at = records.findIndex(({ id }) => id === view.record)
  const go = (to: number) => () => {
    const next = records[Math.max(0, Math.min(records.length - 1, to))]
    if (next && next.id !== view.record) open(next.id)
  }
  const isOpen = view.record !== null && view.record !== newRecord
  useShortcuts({
    j: go(at + 1),
    k: at < 0 ? undefined : go(at - 1),
    Escape: isOpen ? () => show({ record: null }) : clear,
  })
}
