import { AppError } from '@app/contracts/errors'
import { currentSeating, type Seating, saveSeating } from './seating'

/** One step that a person takes: it is applied to whatever the lesson is by then. */
export type SeatingChange = { add: string } | { remove: string } | { oneMoreSeat: true }

const maxAttempts = 4

/** The fields to write; nothing when another person has done the same already. */
function fieldsFor({ students, seats }: Seating, change: SeatingChange): object | undefined {
  if ('oneMoreSeat' in change) return { seats: seats + 1 }
  if ('remove' in change)
    return students.includes(change.remove)
      ? { students: students.filter((student) => student !== change.remove) }
      : undefined
  if (students.includes(change.add)) return undefined
  if (students.length >= seats)
    throw new AppError('conflict', `This lesson is full: ${students.length} of ${seats} seats are taken.`)
  return { students: [...students, change.add] }
}

/**
 * Saves one step. When the lesson was changed meanwhile, the step is repeated on what it is now, which `onCurrent`
 * receives; the last seat goes to one of two people.
 * @throws AppError `conflict` when no seat is left
 */
export async function changeSeating(
  lesson: string,
  from: Seating,
  change: SeatingChange,
  onCurrent: (seating: Seating) => void,
): Promise<Seating> {
  let seating = from
  for (let attempt = 1; ; attempt++) {
    const fields = fieldsFor(seating, change)
    if (!fields) return seating
    try {
      return await saveSeating(lesson, fields, seating.version)
    } catch (error) {
      const current = currentSeating(error)
      if (!current || attempt === maxAttempts) throw error
      seating = current
      onCurrent(current)
    }
  }
}
