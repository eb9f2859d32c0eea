import { foldedLabel } from './import-value'

/** Headings that mean the same in the lists of schools and clubs, folded. */
const synonyms: readonly (readonly string[])[] = [
  ['name', 'full name', 'first and last name'],
  ['email', 'mail', 'email address', 'mail address'],
  ['phone', 'phone number', 'mobile', 'mobile phone', 'mobile number', 'cell', 'cell phone', 'telephone', 'tel'],
  ['birth date', 'birthdate', 'birthday', 'date of birth', 'dob', 'born'],
  [
    'guardian',
    'guardians',
    'guardian name',
    'parent',
    'parents',
    'parent name',
    'parent guardian',
    'parent or guardian',
  ],
  ['level', 'skill level', 'experience'],
  ['notes', 'note', 'comment', 'comments', 'remark', 'remarks'],
  ['start', 'starts at', 'start time', 'date and time'],
  ['seats', 'capacity', 'places', 'max students'],
]

/** Without signs: "E-mail", "Parent/Guardian" and "Phone #" are words. */
export const foldedHeading = (text: string) =>
  foldedLabel(
    foldedLabel(text)
      .replace(/\be[- ]mail/g, 'email')
      .replace(/[^\p{L}\p{N}]+/gu, ' '),
  )

/** "Student name" and "Name of student" in a table of students. */
const withoutTable = (heading: string, table: string) =>
  foldedLabel(heading.replace(new RegExp(`\\b(of )?(the )?${table}( s)?\\b`), ' '))

/** What a heading may mean, folded: itself, without the name of a record, and their synonyms. */
export function meaningsOf(heading: string, singular: string): ReadonlySet<string> {
  const folded = foldedHeading(heading)
  const words = [folded, withoutTable(folded, singular)].filter(Boolean)
  // "Student" alone is a name.
  if (folded === singular) words.push('name')
  return new Set(words.flatMap((word) => [word, ...(synonyms.find((group) => group.includes(word)) ?? [])]))
}
