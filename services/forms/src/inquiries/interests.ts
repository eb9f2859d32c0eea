import { AppError } from '@app/contracts/errors'
import type { Interest } from '@app/contracts/interest'
import { choiceOf, optionsOf } from '@app/table-schema'
import type { Form } from './form'

type WithInterests = Pick<Form, 'fields' | 'past_interests'>

/** What visitors choose from. */
export const offeredInterests = ({ fields }: WithInterests): Interest[] => optionsOf(fields.properties['interest'])

/**
 * The form with other interests. A new one takes its label as its value, and one that was offered before its former value.
 * Those that are left out are kept with their labels, for the inquiries that have them.
 * @throws AppError `invalid_input` for a value that the form has never had
 */
export function withInterests(form: WithInterests, wanted: readonly Interest[]): WithInterests {
  const known = [...offeredInterests(form), ...(form.past_interests ?? [])]
  const valueFor = ({ value, label }: Interest) => value || (known.find((one) => one.label === label)?.value ?? label)
  const next = wanted.map((one) => ({ value: valueFor(one), label: one.label }))
  const isUnknown = wanted.some(({ value }) => value !== '' && !known.some((one) => one.value === value))
  if (isUnknown || new Set(next.map(({ value }) => value)).size < next.length) {
    const message = 'The interests have changed meanwhile. Load them again.'
    throw new AppError('invalid_input', message, { 'settings.interests': message })
  }
  const interest = { ...form.fields.properties['interest']!, ...choiceOf(next) }
  return {
    fields: { ...form.fields, properties: { ...form.fields.properties, interest } },
    past_interests: known
      .filter(({ value }) => next.every((one) => one.value !== value))
      .map(({ value, label }) => ({ value, label })),
  }
}
