import type { RosterLesson, RosterStudent } from '@app/contracts/today'

export type Recipient = { name: string; email: string }

const addressee = ({ guardian, label }: RosterStudent) => guardian ?? label

/** Each person concerned once: those who get an email, and those without an address, who must be called. */
export function peopleOf(lessons: readonly RosterLesson[]): { recipients: Recipient[]; toCall: RosterStudent[] } {
  const students = new Map(
    lessons
      .filter(({ cancelled }) => !cancelled)
      .flatMap((lesson) => lesson.students.filter(({ deleted }) => !deleted))
      .map((student) => [student.id, student]),
  )
  const recipients = new Map<string, Recipient>()
  for (const student of students.values()) {
    const email = student.email?.trim().toLowerCase()
    if (email && !recipients.has(email)) recipients.set(email, { name: addressee(student), email })
  }
  return { recipients: [...recipients.values()], toCall: [...students.values()].filter(({ email }) => !email) }
}
