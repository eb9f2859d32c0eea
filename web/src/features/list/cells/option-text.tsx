import type { FieldSchema } from '@app/table-schema/schema'
import { isOffered } from './cell-kinds'

/** The color that the schema gives an option. */
const optionColor = (field: FieldSchema, value: unknown) =>
  field.enumColors?.[field.enum?.indexOf(value as string | number) ?? -1] ?? 'gray'

/** An option behind a dot in its color. */
export const OptionText = ({ field, value, text }: { field: FieldSchema; value: unknown; text: string }) => (
  <span className="option" data-offered={isOffered(field, value)}>
    <span className="option-dot" data-color={optionColor(field, value)} />
    {text}
  </span>
)
