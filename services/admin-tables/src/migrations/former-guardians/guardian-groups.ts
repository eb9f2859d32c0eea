import { foldedLabel } from '@app/contracts/comparable'
import { normalEmail } from '@app/contracts/entered-line'
import { derivedId } from '@app/jobs'
import { isMinor } from '@app/table-schema'

/** The guardian in the text of a student. `name` is empty where it names nobody. */
type GuardianText = { name: string; emails: string[]; phones: string[]; relation: string | null }

const addressLike = /[^\s<>(),;:"]+@[^\s<>(),;:"]+/g
const phoneLike = /[+(]?\d[\d ()./-]{5,22}\d/g
/** As the schema of guardians accepts phones. */
const phonePattern = /^[+(0-9][0-9 ()./-]{6,24}$/
const separators = /[,;:()<>|]+| [-–] /u
const noise = new Set(['phone', 'tel', 'cell', 'mobile', 'mail', 'email', 'guardian'])
const relations: Readonly<Record<string, string>> = {
  mother: 'mother',
  mom: 'mother',
  mum: 'mother',
  father: 'father',
  dad: 'father',
  parent: 'parent',
  grandmother: 'grandparent',
  grandfather: 'grandparent',
  grandma: 'grandparent',
  grandpa: 'grandparent',
  grandparent: 'grandparent',
  'legal guardian': 'legal_guardian',
  aunt: 'other',
  uncle: 'other',
}

/** By which two phone numbers are the same: their digits, without the country code of the US. Nothing for a placeholder. */
export function phoneKey(phone: unknown): string | undefined {
  if (typeof phone !== 'string') return undefined
  const digits = phone.replace(/\D/g, '')
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  return national.length < 7 || new Set(national).size === 1 ? undefined : national
}

/** An address in its normal form, if it is one. */
const addressOf = (value: unknown) => (typeof value === 'string' ? normalEmail(value) : undefined)

/** Reads "R. Brook (mother), 916-555-0142". A text in which nothing but a name is found is the name as it was written. */
export function readGuardianText(given: string): GuardianText {
  const text = given.normalize('NFC').trim()
  const emails = (text.match(addressLike) ?? []).flatMap((one) => addressOf(one.replace(/\.+$/, '')) ?? [])
  const withoutAddresses = text.replace(addressLike, (one) => (addressOf(one.replace(/\.+$/, '')) ? ',' : one))
  const isPhone = (one: string) => phonePattern.test(one) && phoneKey(one) !== undefined
  const phones = (withoutAddresses.match(phoneLike) ?? []).map((one) => one.trim()).filter(isPhone)
  const rest = withoutAddresses.replace(phoneLike, (one) => (isPhone(one.trim()) ? ',' : one))
  const parts = rest.split(separators).flatMap((part) => part.trim() || [])
  const relation = parts.map((part) => relations[foldedLabel(part)]).find((one) => one !== undefined) ?? null
  const isName = (part: string) => !relations[foldedLabel(part)] && !noise.has(foldedLabel(part.replace(/\.$/, '')))
  const isPlain = emails.length === 0 && phones.length === 0 && relation === null
  const name = isPlain ? text : parts.filter(isName).join(', ')
  return { name: /\p{L}.*\p{L}/u.test(name) ? name : '', emails, phones, relation }
}

const maxName = 100

/** A student with the text of a guardian. `moved`: the guardian that was made of it. */
export type Candidate = {
  id: string
  name: string
  text: string
  email: unknown
  phone: unknown
  birthDate: unknown
  moved: string | undefined
}
type Guardian = {
  name: string
  phone: string | null
  email: string | null
  relation: string | null
  notes: string | null
}
/** A guardian of one or several students. `isNew`: none is stored yet, as far as is known. */
export type Group = { id: string; isNew: boolean; guardian: Guardian; students: string[] }

type Said = { name: string; emails: string[]; phones: string[]; relation: string | null; text: string }

/** The guardian of one student, as far as known. The address and phone of a minor have been those of the guardian. */
function saidOf({ name: student, text, email, phone, birthDate }: Candidate, today: string): Said {
  const read = readGuardianText(text)
  const isTheirs = isMinor({ birth_date: birthDate, guardian: text }, today)
  const address = isTheirs ? addressOf(email) : undefined
  const number = isTheirs && phoneKey(phone) ? String(phone).trim() : undefined
  return {
    name: read.name || `Guardian of ${student}`,
    emails: [...read.emails, ...(address ? [address] : [])],
    phones: [...read.phones, ...(number ? [number] : [])],
    relation: read.relation,
    text: text.trim(),
  }
}

const keysOf = ({ emails, phones }: Pick<Said, 'emails' | 'phones'>) => [
  ...emails.map((one) => `email ${one}`),
  ...phones.flatMap((one) => phoneKey(one) ?? []).map((one) => `phone ${one}`),
]

const onceEach = <Item>(items: readonly Item[], key: (item: Item) => unknown) =>
  [...new Map(items.map((item) => [key(item), item] as const).toReversed()).values()].toReversed()

/** One guardian of what several students say. Whatever has no field of its own, or is cut there, is in the notes. */
function merged(said: readonly Said[]): Guardian {
  const names = onceEach(
    said.map(({ name }) => name),
    foldedLabel,
  )
  const emails = [...new Set(said.flatMap((one) => one.emails))]
  const phones = onceEach(
    said.flatMap((one) => one.phones),
    phoneKey,
  )
  const texts = said.map(({ text }) => text).filter((text) => text !== names[0])
  const notes = [
    ...names.slice(1).map((name) => `Also named ${name}`),
    ...[...emails.slice(1), ...phones.slice(1)].map((contact) => `Also ${contact}`),
    ...onceEach(texts, foldedLabel)
      .filter((text) => !names.includes(text))
      .map((text) => `As written before: ${text}`),
    ...(names[0]!.length > maxName ? [`Complete name: ${names[0]}`] : []),
  ]
  return {
    name: [...names[0]!].slice(0, maxName).join(''),
    email: emails[0] ?? null,
    phone: phones[0] ?? null,
    relation: said.map(({ relation }) => relation).find((one) => one !== null) ?? null,
    notes: notes.join('\n') || null,
  }
}

/**
 * Students whose guardians have an address or a phone in common, directly or through others, share one guardian. The same students
 * give the same groups and ids, also when some were moved before; a guardian that is stored already is used.
 *
 * @param stored the guardians that exist, with what they can be reached by
 */
export function guardianGroups(
  candidates: readonly Candidate[],
  stored: readonly { id: string; email: unknown; phone: unknown }[],
  today: string,
): Group[] {
  const students = candidates.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const said = students.map((one) => saidOf(one, today))
  const roots = students.map((_, at) => at)
  const rootOf = (at: number): number => {
    let root = at
    while (roots[root] !== root) root = roots[root]!
    roots[at] = root
    return root
  }
  const first = new Map<string, number>()
  for (const [at, one] of said.entries())
    for (const key of keysOf(one)) {
      const other = first.get(key)
      if (other === undefined) first.set(key, at)
      else {
        const [low, high] = [rootOf(at), rootOf(other)].toSorted((a, b) => a - b) as [number, number]
        roots[high] = low
      }
    }
  const existing = new Set(stored.map(({ id }) => id))
  const known = new Map<string, string>()
  for (const { id, email, phone } of stored.toReversed()) {
    const address = addressOf(email)
    const number = phoneKey(phone)
    for (const key of keysOf({ emails: address ? [address] : [], phones: number ? [String(phone)] : [] }))
      known.set(key, id)
  }
  return [...Map.groupBy(students.keys(), rootOf).values()].map((group) => {
    const keys = group.flatMap((at) => keysOf(said[at]!))
    const earlier =
      group.map((at) => students[at]!.moved).find((id) => id !== undefined && existing.has(id)) ??
      keys.map((key) => known.get(key)).find(Boolean)
    return {
      id: earlier ?? derivedId(`guardian of ${students[group[0]!]!.id}`),
      isNew: earlier === undefined,
      guardian: merged(group.map((at) => said[at]!)),
      students: group.map((at) => students[at]!.id),
    }
  })
}
