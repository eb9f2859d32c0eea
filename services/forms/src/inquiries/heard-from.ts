import { heardFromField, heardFromTitle } from '@app/contracts/forms'
import type { Form } from './form'

/** The answers offered to visitors who are asked how they heard about the school; none when they are not asked. */
export const offeredAnswers = ({ fields }: Pick<Form, 'fields'>): string[] =>
  (fields.properties[heardFromField]?.enum ?? []).map(String)

/** The form with other answers. Without one it does not ask. */
export function withAnswers(
  fields: Form['fields'],
  answers: readonly string[],
): Pick<Form, 'fields' | 'asked_heard_from'> {
  const { [heardFromField]: _, ...others } = fields.properties
  if (answers.length === 0) return { fields: { ...fields, properties: others } }
  const field = { type: 'string', title: heardFromTitle, enum: [...answers] }
  return { fields: { ...fields, properties: { ...others, [heardFromField]: field } }, asked_heard_from: true }
}
