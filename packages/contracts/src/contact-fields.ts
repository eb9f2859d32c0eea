import contactForm from './contact-form.json'
import { heardFromField } from './forms'

/**
 * The fields of the contact form in their order, by which documents, mails, search and page know them: `contact-form.json` is the one
 * list. What is not `required` there may be left out.
 */
export type ContactField = keyof typeof contactForm.properties
export const contactFields = Object.keys(contactForm.properties) as ContactField[]

/** The placeholders that mails to visitors fill from their inquiry. */
export const visitorPlaceholders: readonly string[] = [...contactFields, 'first_name']

/** With the question that the school may ask besides. */
export type AskedField = ContactField | typeof heardFromField
export const askedFields: readonly AskedField[] = [...contactFields, heardFromField]

export const isRequired = (name: string) => contactForm.required.includes(name)

/** A value for each of these fields. */
export const byField = <Field extends string, Value>(fields: readonly Field[], of: (field: Field) => Value) =>
  Object.fromEntries(fields.map((name) => [name, of(name)])) as Record<Field, Value>
