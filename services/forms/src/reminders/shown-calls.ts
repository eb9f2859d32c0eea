import type { ReminderCalls } from '@app/contracts/lesson-reminders'
import type { Scope } from '@app/record-query'
import type { FindRecipients } from '../mailings/find-recipients'

type Person = ReminderCalls['lessons'][number]['people'][number]

/**
 * People to call, as a caller may see them. Whom reminders do not reach is the same for all staff; of guardians outside the scope only
 * the names are shown, as labels are, and with them the phone of the student.
 */
export function shownCalls(recipients: FindRecipients, scope: Scope) {
  return async (people: readonly Person[]): Promise<Person[]> => {
    const ids = people.filter(({ guardian }) => guardian !== null).map(({ id }) => id)
    if (scope.reach('guardians') === 'all' || ids.length === 0) return [...people]
    const seen = await recipients({ about: { table: 'students', ids }, to: ['students'] }, scope)
    const phones = new Map(seen.withoutAddress.map(({ id, phone }) => [id, phone]))
    return people.map((person) => {
      if (person.guardian === null) return person
      // The address that is left out is the guardian's as well.
      const { suppressed: _address, ...rest } = person
      return { ...rest, phone: phones.get(person.id) ?? null }
    })
  }
}
