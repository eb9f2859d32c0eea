import { foldedLabel } from '@app/contracts/comparable'
import { normalEmail } from '@app/contracts/entered-line'

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
export const addressOf = (value: unknown) => (typeof value === 'string' ? normalEmail(value) : undefined)

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
