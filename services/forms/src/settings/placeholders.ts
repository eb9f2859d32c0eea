import { fillPlaceholders, firstName, placeholdersIn } from '@app/mail/templates/markup'
import { displayValues, type Form } from '../inquiries/form'
import type { SchoolValues } from '../inquiries/school-values'
import type { ServiceFacts } from '../inquiries/service-facts'
import { type Submission, visitorFields } from '../inquiries/submission-document'

/** Values by placeholder for an inquiry. Empty values are left out: a text that needs one is incomplete. */
export async function placeholderValues(
  form: Form,
  submission: Submission,
  facts: Pick<ServiceFacts, 'forInterest'>,
  school: SchoolValues,
): Promise<Record<string, string>> {
  const fields = displayValues(form, visitorFields(submission))
  const all: Record<string, string | undefined> = {
    ...school,
    ...(await facts.forInterest(submission.interest ?? '')),
    ...fields,
    first_name: firstName(fields.name ?? ''),
  }
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value?.trim() ? [[name, value]] : [])))
}

/** A filled text, and the placeholders in it that have no value. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>) {
  return {
    text: fillPlaceholders(template, values),
    missing: placeholdersIn(template).filter((name) => !Object.hasOwn(values, name)),
  }
}

/** Placeholders that are still in a text, except those that the visitor wrote. */
export const leftIn = (text: string, { name, message }: Readonly<Record<string, string>>) =>
  placeholdersIn(text).filter((placeholder) => !`${name} ${message}`.includes(`{${placeholder}}`))
