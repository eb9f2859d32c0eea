import { type Column, cellText } from '@app/table-schema/cell'
import { TriangleAlert } from 'lucide-react'
import { cellKind, isOffered, typeDiffers, typeName } from './cell-kinds'

/** One value of a record. What is cut shows whole on hover and focus (see full-text.tsx). */
export function Cell({ column: { key, title, field }, at, value }: { column: Column; at: number; value: unknown }) {
  const kind = cellKind(key, field)
  const text = cellText(field, value)
  const differs = typeDiffers(field, value)
  return (
    <td data-stop={at} data-kind={kind} data-label={title} tabIndex={-1}>
      {differs ? (
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
      ) : kind === 'option' && text ? (
        <span data-offered={isOffered(field, value)}>{text}</span>
      ) : (
        text
      )}
    </td>
  )
}
