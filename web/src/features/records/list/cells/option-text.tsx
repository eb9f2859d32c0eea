import type { FieldSchema } from '@app/table-schema/schema'
import { isOffered } from './cell-kinds'

/** The color that the schema gives an option. */
const optionColor = (field: FieldSchema, value: unknown) =>
  field.enumColors?.[field.enum?.indexOf(value as string | number) ?? -1]

/** An option, behind a dot where the schema gives it a color. */
export function OptionText({ field, value, text }: { field: FieldSchema; value: unknown; text: string }) {
  const color = optionColor(field, value)
  return (
    <span className="option" data-offered={isOffered(field, value)}>
      {color && <span className="option-dot" data-color={color} />}
      {text}
    </span>
  )
}
