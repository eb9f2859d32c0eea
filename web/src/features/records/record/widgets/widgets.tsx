import { fullText } from '@app/table-schema/cell'
import type { ReactNode } from 'react'
import {
  CheckboxListWidget,
  CheckboxWidget,
  DateTimeWidget,
  DateWidget,
  ReferenceWidget,
  SelectWidget,
} from './choice-widgets'
import { FileWidget } from './file-widget'
import { RichTextWidget } from './rich-text-widget'
import { NumberWidget, TextAreaWidget, TextWidget } from './text-widgets'
import type { WidgetKind, WidgetProps } from './widget'

export const widgets: Record<WidgetKind, (props: WidgetProps) => ReactNode> = {
  text: TextWidget,
  email: TextWidget,
  uri: TextWidget,
  textarea: TextAreaWidget,
  rich_text: RichTextWidget,
  number: NumberWidget,
  date: DateWidget,
  'date-time': DateTimeWidget,
  checkbox: CheckboxWidget,
  select: SelectWidget,
  'checkbox-list': CheckboxListWidget,
  file: FileWidget,
  image: FileWidget,
  reference: ReferenceWidget,
  unsupported: UnsupportedWidget,
}

/** A field of unknown type: shown, never changed. */
function UnsupportedWidget({ id, field, value }: WidgetProps) {
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
