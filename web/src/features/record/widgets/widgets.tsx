import type { ReactNode } from 'react'
import { CheckboxListWidget, CheckboxWidget, SelectWidget } from './choice-widgets'
import { DateTimeWidget, DateWidget } from './date-widgets'
import { FileWidget } from './file-widget'
import { ReferenceWidget } from './reference-widget'
import { RichTextWidget } from './rich-text-widget'
import { NumberWidget, TextAreaWidget, TextWidget } from './text-widgets'
import { UnsupportedWidget } from './unsupported-widget'
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
