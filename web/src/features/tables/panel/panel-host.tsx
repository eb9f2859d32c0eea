import type { TableRecord } from '@app/contracts/tables'
import type { Descriptor } from '@app/table-schema/descriptor'
import { PlainDialog } from '#ui/plain-dialog'
import { useMedia } from '#ui/use-media'
import { singular } from '../columns/singular'
import { type PanelActions, RecordPanel } from './record-panel'

const roomBesideTheList = '(min-width: 56.25rem)'

type Props = PanelActions & { schema: Descriptor; id: string; row: TableRecord | undefined }

/** The record beside the list, or over it where there is no room. */
export function PanelHost(props: Props) {
  const hasRoom = useMedia(roomBesideTheList)
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
