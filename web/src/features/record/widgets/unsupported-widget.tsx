import { fullText } from '@app/table-schema/cell'
import type { WidgetProps } from './widget'

/** A field of unknown type: shown, never changed. */
export function UnsupportedWidget({ id, field, value }: WidgetProps) {
  const text = fullText(field, value)
  return (
    <div
      id={id}
      tabIndex={-1}
      className="rounded-lg border border-warn-line border-dashed bg-warn-soft px-3.5 py-2.5 text-sm"
    >
      <p className="text-warn">unsupported field type: {field.type}</p>
      {text && <p className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>}
    </div>
  )
}
