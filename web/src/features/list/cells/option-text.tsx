import type { FieldDescriptor } from '@app/table-schema/descriptor'
import { isOffered } from './cell-kinds'

/** The color that the schema gives an option. */
const optionColor = (field: FieldDescriptor, value: unknown) =>
  field.enumColors?.[field.enum?.indexOf(value as string | number) ?? -1] ?? 'gray'

/** An option behind a dot in its color. */
export const OptionText = ({ field, value, text }: { field: FieldDescriptor; value: unknown; text: string }) => (
  <span className="option" data-offered={isOffered(field, value)}>
    <span className="option-dot" data-color={optionColor(field, value)} />
    {text}
  </span>
)
