/** Names those who can give a missing right. */
export const toAskAdmin = 'An admin of the school can give it to you under Settings, People.'

/** Of tables that the reader may not see, whose titles are not sent to them. */
const names: Readonly<Record<string, string>> = {
  contact_submissions: 'Contact Submissions',
  lessons: 'Lessons',
  students: 'Students',
  guardians: 'Guardians',
  instructors: 'Instructors',
  equipment: 'Equipment',
  website: 'Website',
}

type Titled = { name: string; title: string }

/** Which right is missing, by the reader's own rights alone: the same for a table that does not exist. */
export function missingRightText(needed: readonly string[], tables: readonly Titled[]): string {
  const titleOf = (name: string) => tables.find((one) => one.name === name)?.title ?? names[name] ?? `“${name}”`
  return `You need the right to see ${needed.map(titleOf).join(' or ')}. ${toAskAdmin}`
}
