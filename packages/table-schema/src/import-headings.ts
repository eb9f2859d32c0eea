import { foldedLabel } from '@app/contracts/comparable'

/** Headings that mean the same in the lists of schools and clubs, folded. */
const synonyms: readonly (readonly string[])[] = [
  ['name', 'full name', 'first and last name'],
  [
    ...['email', 'mail', 'emails', 'primary email', 'contact email', 'email address', 'mail address'],
    ...['personal email', 'home email', 'email home', 'email personal'],
  ],
  [
    'phone',
    'phone number',
    'mobile',
    'mobile phone',
    'mobile number',
    'cell',
    'cell phone',
    'telephone',
    'tel',
    'phones',
    'primary phone',
    'home phone',
    'contact phone',
    'contact number',
    'cell number',
    ...['cellphone', 'cell phone number', 'mobile phone number', 'telephone number', 'home phone number'],
    ...['phone no', 'mobile no', 'cell no', 'telephone no', 'tel no', 'contact no'],
    ...['phone mobile', 'phone cell', 'phone home'],
  ],
  ['birth date', 'birthdate', 'birthday', 'date of birth', 'dob', 'born', 'bday', 'd o b', 'birth day', 'do b'],
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
  ['relation', 'relationship'],
  ['start', 'starts at', 'start time', 'date and time'],
  ['seats', 'capacity', 'places', 'max students'],
]

/** No heading that is known is longer, and the pattern looks at a text from each of its places. */
const longest = 500
/** Hints of forms on the way a value is to be written: "(mm/dd/yyyy)", "(required)". */
const hint =
  /[([]\s*(?:(?:[mdy]{1,4}[/. -]?){2,3}|required|optional|mandatory|if (?:any|known|applicable)|(?:e\.?g\.?|ex\.|example|format)\b[^)\]]{0,60})\s*[)\]]/gi

/** Without signs: "E-mail", "Parent/Guardian", "Phone #", "DateOfBirth" and "Parent1Email" are words. */
export const foldedHeading = (text: string) =>
  foldedLabel(
    foldedLabel(
      (text.length > longest ? text : text.replace(hint, ' ')).replace(
        /(\p{Ll})(?=\p{Lu})|(\p{L})(?=\d)|(\d)(?=\p{Lu})/gu,
        '$& ',
      ),
    )
      .replace(/\be[- ]mail/g, 'email')
      .replace(/[^\p{L}\p{N}]+/gu, ' '),
  )

/** Whom a row is about, in the sheets of schools and clubs. */
const persons = 'child|kid|student|player|participant|athlete|camper|member|archer|swimmer|attendee|registrant'
const partPattern = (words: string) => new RegExp(`^(?:(?:${persons})(?: s)? )?(?:legal )?(?:${words})$`)
const parts: readonly [part: NamePart, pattern: RegExp][] = [
  ['first', partPattern('(?:first|given|fore|f)(?: ?names?)?|names? first')],
  ['middle', partPattern('(?:middle|additional)(?: ?(?:names?|initials?))?|m ?i|names? middle')],
  ['last', partPattern('(?:last|family|sur|l)(?: ?names?)?|names? last')],
]
type NamePart = 'first' | 'middle' | 'last'

/** The part of a name that a column holds. */
export function namePart(heading: string): NamePart | undefined {
  const folded = foldedHeading(heading)
  return parts.find(([, pattern]) => pattern.test(folded))?.[0]
}

const lastFirst = /\b(?:last|family|sur) ?(?:names?)? (?:first|given)(?: names?)?\b/

/** True if the names of a column begin with the last one: "Name (Last, First)". */
export const beginsWithLast = (heading: string): boolean => lastFirst.test(foldedHeading(heading))

/** "Lee, Ann" of such a column is Ann Lee. */
export function inOrder(heading: string, name: string): string {
  const [last = '', first, ...more] = name.split(',')
  return first?.trim() && more.length === 0 && beginsWithLast(heading) ? `${first.trim()} ${last.trim()}` : name
}

/** Where a column comes in a name that is joined of several: the first name first, wherever it is in the file. */
export function namePlace(heading: string): number {
  const folded = foldedHeading(heading)
  if (/\b(?:last|family|surname|l)(?: ?names?)?\b/.test(folded)) return 2
  return /\b(?:middle|additional|m ?i)\b/.test(folded) ? 1 : 0
}

/** True if a heading says that its column is about the person of the row: "Student email", "Name of child". */
export const isAboutPerson = (heading: string): boolean =>
  new RegExp(`^(?:${persons})(?: s)? |\\bof (?:the )?(?:${persons})$`).test(foldedHeading(heading))

/** "E-mail 1 - Value" and "Phone 1" are the first of several. */
const ofSeveral = (heading: string) => heading.replace(/ 1(?: value)?$/, '')

/** "Student name" and "Name of student" in a table of students. */
const withoutTable = (heading: string, table: string) =>
  foldedLabel(heading.replace(new RegExp(`\\b(of )?(the )?${table}( s)?\\b`), ' '))

/** The meanings that a heading may have, folded: itself, without the name of a record, and their synonyms. */
export function meaningsOf(heading: string, singular: string): ReadonlySet<string> {
  const folded = foldedHeading(heading)
    .replace(lastFirst, 'name')
    .replace(/\b(?:full )?name name\b/, 'name')
  const words = [folded, ofSeveral(folded), withoutTable(ofSeveral(folded), singular)].filter(Boolean)
  const person = new RegExp(`^(?:${persons})(?: s)? `)
  if (singular === 'student' && person.test(folded)) words.push(ofSeveral(folded.replace(person, '')))
  // "Student" alone is a name.
  if (folded === singular || (singular === 'student' && new RegExp(`^(?:${persons})$`).test(folded))) words.push('name')
  return new Set(words.flatMap((word) => [word, ...(synonyms.find((group) => group.includes(word)) ?? [])]))
}
