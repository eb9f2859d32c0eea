import { useStore } from 'jotai'
import { useRights } from './rights'
import type { RecordChange, TableExtension } from './table-extension'

/** Returns what the toast of a change offers besides its undo. */
export function useFollowUp(followUp: TableExtension['followUp']) {
  const store = useStore()
  const may = useRights()
  return (change: RecordChange | undefined): { action?: { label: string; run: () => void } } => {
    const offered = change && followUp?.(change, may)
    offered?.keep?.(store)
    return offered ? { action: { label: offered.label, run: () => offered.run(store) } } : {}
  }
}
