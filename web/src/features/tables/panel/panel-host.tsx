import type { TableRecord } from '@app/contracts/tables'
import type { Descriptor } from '@app/table-schema/descriptor'
import { useSyncExternalStore } from 'react'
import { PlainDialog } from '#ui/plain-dialog'
import { singular } from '../columns/singular'
import { type PanelActions, RecordPanel } from './record-panel'

const wide = () => (typeof matchMedia === 'function' ? matchMedia('(min-width: 56.25rem)') : undefined)
const subscribe = (changed: () => void) => {
  const query = wide()
  query?.addEventListener('change', changed)
  return () => query?.removeEventListener('change', changed)
}

/** Whether there is room for a panel beside the list (900 px). */
const useHasRoom = () => useSyncExternalStore(subscribe, () => wide()?.matches ?? true)

type Props = PanelActions & { schema: Descriptor; id: string; row: TableRecord | undefined }

/** The record beside the list, or over it where there is no room. */
export function PanelHost(props: Props) {
  const hasRoom = useHasRoom()
  const label = `${singular(props.schema)} details`
  if (!hasRoom)
    return (
      <PlainDialog label={label} onClose={props.onClose}>
        <RecordPanel {...props} />
      </PlainDialog>
    )
  return (
    <section aria-label={label} className="record-panel">
      <RecordPanel {...props} />
    </section>
  )
}
