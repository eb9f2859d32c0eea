import type { TableRecord } from '@app/contracts/tables'
import type { TableSchema } from '@app/table-schema/schema'
import { useState } from 'react'
import { PlainDialog } from '#ui/dialog'
import { useMedia } from '#ui/use-media'
import { singular } from '../../list/record-name'
import { type PanelActions, RecordPanel } from './record-panel'

const roomBesideTheList = '(min-width: 56.25rem)'

type Props = PanelActions & {
  schema: TableSchema
  id: string
  row: TableRecord | undefined
  /** A modal is open over the panel. */
  isCovered: boolean
}

/** The record next to the list, or over it where there is no room. */
export function PanelHost({ isCovered, ...props }: Props) {
  const hasRoom = useMedia(roomBesideTheList)
  const [isBeside, setBeside] = useState(hasRoom)
  // Turning a tablet while a form is open: a dialog that opens now would lie over the form.
  if (isBeside !== hasRoom && !isCovered) setBeside(hasRoom)
  const label = `${singular(props.schema)} details`
  if (!isBeside)
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
