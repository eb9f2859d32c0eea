import type { TableRecord } from '@app/contracts/tables'
import { type Column, cellText } from '@app/table-schema/cell'
import { Paperclip, TriangleAlert } from 'lucide-react'
import type { ComponentType } from 'react'
import { fileAddress } from '../file-address'
import { cellKind, isOffered, typeDiffers, typeName } from './cell-kinds'

type Props = { column: Column; at: number; record: TableRecord; Special?: ComponentType<{ record: TableRecord }> }

/** A cell. Cut text is shown in full on hover and focus (full-text.tsx). */
export function Cell({ column: { key, title, field }, at, record, Special }: Props) {
  const value = record[key]
  const kind = cellKind(key, field)
  const text = cellText(field, value)
  const differs = typeDiffers(field, value)
  // A file's address means nothing to people; the form shows the file.
  const address = (kind === 'image' || kind === 'file') && typeof value === 'string' && fileAddress(value)
  return (
    <td data-stop={at} data-kind={kind} data-label={title} tabIndex={-1}>
      {Special ? (
        <Special record={record} />
      ) : differs ? (
        <span>
          {text}
          <span
            className="ml-1.5 inline-flex align-middle text-warn"
            title={`Stored as ${typeName(value)}: the type differs`}
          >
            <TriangleAlert className="size-4" />
            <span className="sr-only"> (type differs)</span>
          </span>
        </span>
      ) : address ? (
        <span className="inline-flex items-center gap-1.5 text-muted">
          <Paperclip className="size-4" />
          {kind === 'image' ? 'Image' : 'File'}
        </span>
      ) : kind === 'option' && text ? (
        <span data-offered={isOffered(field, value)}>{text}</span>
      ) : (
        text
      )}
    </td>
  )
}
