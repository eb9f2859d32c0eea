import { invalidField } from '@app/contracts/errors'
import { inquiryTable } from '@app/contracts/inquiries'
import { mayUse, type RightsHolder } from '@app/contracts/policy'

/** Finds a person who can sign in. */
export type FindPerson = (id: string) => Promise<(RightsHolder & { disabled?: true }) | undefined>

/** @throws AppError `invalid_input` for a person who may not see inquiries */
export async function checkAssignee(find: FindPerson, id: string): Promise<void> {
  const person = await find(id)
  if (person && !person.disabled && mayUse(person, inquiryTable, 'view')) return
  throw invalidField('person', 'This person may not see inquiries.')
}
