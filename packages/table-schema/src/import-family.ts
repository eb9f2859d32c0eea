import { isObjectId } from '@app/contracts/object-id'
import type { FieldSchema, TableSchema } from '@app/contracts/table-schema'
import { titleOf } from './field'
import { fieldMeant, guessMapping, type ImportMapping, importableFields, isJoined } from './import-columns'
import { beginsWithLast, foldedHeading, isAboutPerson, namePart } from './import-headings'
import { importedCell } from './import-value'
import { isPhoneField } from './record-validation'
import { referenceFields, titleField } from './references'

/** The table of those who belong to the person of a row, and the field that refers to them: of students their guardians. */
export type Family = { field: string; schema: TableSchema }

/** So many relatives have columns of their own. */
const slots = [1, 2] as const

/** In tables of people, which have addresses, a name stands for one of them. In others, such as lessons, names repeat. */
export const isAboutPeople = ({ properties }: TableSchema) =>
  Object.values(properties).some(({ format }) => format === 'email')

/** The reference of people to several others whom an import may add with them. */
export function familyReference(schema: TableSchema): { name: string; table: string } | undefined {
  if (!isAboutPeople(schema)) return undefined
  const lists = referenceFields(schema).filter(({ isList, table }) => isList && table !== schema.name)
  return lists.length === 1 ? lists[0] : undefined
}

/** True for a table of people who can be added by a name and an address or a phone. */
export function isFamily(related: TableSchema): boolean {
  const title = titleField(related)
  return title !== undefined && isAboutPeople(related) && isJoined(related, title) && related.creatable !== false
}

/** The mapping of a column that holds a value of a relative. */
const targetOf = (field: string, slot: number, name: string) => `${field}.${slot}.${name}`

/** The relative and the field that a column is mapped to. */
export function familyTarget(
  value: string | null | undefined,
): { field: string; slot: number; name: string } | undefined {
  const [field, slot, name] = value?.split('.') ?? []
  return field && name && slots.some((one) => String(one) === slot) ? { field, slot: Number(slot), name } : undefined
}

const singularOf = ({ singular, title, name }: TableSchema) => singular ?? title ?? name

/** Mappings that columns may have besides the fields of the table itself. */
export const familyChoices = ({ field, schema }: Family): { value: string; label: string; field: FieldSchema }[] =>
  slots.flatMap((slot) =>
    importableFields(schema).map(([name, about]) => ({
      value: targetOf(field, slot, name),
      label: `${singularOf(schema)}${slot === 1 ? '' : ` ${slot}`}: ${titleOf(name, about)}`,
      field: about,
    })),
  )

/** True if several columns may be mapped to this: the name of a record, or of a relative. */
export const isJoinedTarget = (schema: TableSchema, value: string, family?: Family): boolean => {
  const target = familyTarget(value)
  return target ? family !== undefined && isJoined(family.schema, target.name) : isJoined(schema, value)
}

const kin = [
  ...['parent (?:or )?guardian', 'mother (?:or )?father', 'legal guardian', 'guardian', 'parent'],
  ...['mother', 'mom', 'mum', 'father', 'dad', 'caregiver', 'carer', 'grandparent', 'grandmother', 'grandfather'],
  ...['responsible (?:adult|party|person)', 'account holder', 'primary contact', 'family contact'],
].join('|')
const before = new RegExp(`^(?:(primary|first|second|secondary|1st|2nd) )?(${kin})s?(?: s)?(?: ([1-9]))?(?: (.+))?$`)
/** "Phone of parent", "Name (mother)". */
const behind = new RegExp(`^(.+?)(?: of)?(?: the)? (${kin})s?(?: ([1-9]))?$`)

/** No heading of a person is longer, and the patterns here look at a text from each of its places. */
const longest = 100

/** Which relative a heading is about, and the rest of it: "Parent 2 phone" is about the second one's phone. */
function relativeIn(heading: string): { who: string; nr: number; rest: string } | undefined {
  const folded = foldedHeading(heading)
  if (folded.length > longest) return undefined
  const [, order = '', first, place, rest = ''] = before.exec(folded) ?? []
  const [, what = '', last, number] = first ? [] : (behind.exec(folded) ?? [])
  const who = first ?? last
  if (!who) return undefined
  const words = first ? rest : what
  const [, text = words, end] = /^(.*?)(?: ?([12]))?$/.exec(words) ?? []
  const nr = Number(place ?? number ?? end ?? (/^(?:second|2nd)/.test(order) ? 2 : 1))
  return { who: /guardian|parent|care|responsible|holder|contact/.test(who) ? 'guardian' : who, nr, rest: text.trim() }
}

/** "Mother" of "Mom's phone", if a heading says so. */
export const relationIn = (heading: string): string | undefined => {
  const who = relativeIn(heading)?.who
  if (who === 'mom' || who === 'mum') return 'mother'
  return who === 'dad' ? 'father' : who === 'guardian' ? undefined : who
}

/** The field of a relative that the rest of a heading means. */
function relativeField(schema: TableSchema, rest: string): string | undefined {
  const title = titleField(schema)
  if (rest === '' || namePart(rest) || beginsWithLast(rest) || /^(?:full )?names?(?: s)?$/.test(rest)) return title
  return fieldMeant(schema, rest)
}

/** "Relationship to child" says what the parent of the row is. */
const relationField = (schema: TableSchema, header: string): string | undefined => {
  const folded = foldedHeading(header)
  return /^relation(?:ship)?\b/.test(folded) ? fieldMeant(schema, folded.split(' to ')[0]!) : undefined
}

const isContact = (field: FieldSchema | undefined) =>
  field !== undefined && (field.format === 'email' || isPhoneField(field))

/** A phone or an address of whom, the sheet does not say: where it has a parent it is the parent's, as in the lists of schools. */
export const isUnclaimed = (schema: TableSchema, header: string, name: string): boolean =>
  isContact(schema.properties[name]) && !isAboutPerson(header) && fieldMeant(schema, header) === name

/** The columns of relatives; none where a sheet does not name them and what they can be reached by. */
function familyColumns(
  schema: TableSchema,
  headers: readonly string[],
  samples: readonly (readonly string[])[],
  mapping: ImportMapping,
  family: Family,
): Record<string, string | null> | undefined {
  const { field, schema: related } = family
  const title = titleField(related)!
  const found: Record<string, string | null> = {}
  const used = new Set<string>()
  const people: string[] = []
  for (const [at, header] of headers.entries()) {
    const about = relativeIn(header)
    const name = about && relativeField(related, about.rest)
    if (!name || samples.some((row) => isObjectId(row[at]))) continue
    const person = `${about.who} ${about.nr}`
    if (!people.includes(person)) people.push(person)
    const slot = people.indexOf(person) + 1
    const target = slots.some((one) => one === slot) ? targetOf(field, slot, name) : undefined
    const isFree = target && (!used.has(target) || (name === title && namePart(about.rest)))
    found[header] = isFree ? target : null
    if (isFree) used.add(target)
  }
  if (!used.has(targetOf(field, 1, title))) return undefined
  for (const header of headers) {
    const name = mapping[header]
    if (!name || header in found || !isUnclaimed(schema, header, name)) continue
    const target = targetOf(field, 1, name)
    if (!isContact(related.properties[name]) || used.has(target)) continue
    found[header] = target
    used.add(target)
  }
  for (const [at, header] of headers.entries()) {
    const name = !(header in found) && !mapping[header] ? relationField(related, header) : undefined
    const about = name === undefined ? undefined : related.properties[name]
    if (!name || !about || used.has(targetOf(field, 1, name))) continue
    const given = samples.map((row) => row[at] ?? '').filter((text) => text.trim() !== '')
    if (!given.every((text) => 'value' in importedCell(about, text))) continue
    found[header] = targetOf(field, 1, name)
    used.add(found[header])
  }
  const isReachable = [...used].some((target) => isContact(related.properties[familyTarget(target)!.name]))
  return isReachable ? found : undefined
}

/**
 * Guesses what the columns are mapped to, those of relatives included. An export names its records by id, and its relatives by the
 * field that refers to them.
 */
export function guessWithFamily(
  schema: TableSchema,
  headers: readonly string[],
  samples: readonly (readonly string[])[],
  last: ImportMapping = {},
  family?: Family,
): Record<string, string | null> {
  const mapping = guessMapping(schema, headers, samples, last)
  if (!family || Object.values(mapping).includes('id')) return mapping
  const choices = new Set(familyChoices(family).map(({ value }) => value))
  const before = headers.flatMap((header): [string, string][] => {
    const value = Object.hasOwn(last, header) ? last[header] : undefined
    return value && choices.has(value) ? [[header, value]] : []
  })
  const columns =
    before.length > 0 ? Object.fromEntries(before) : familyColumns(schema, headers, samples, mapping, family)
  if (!columns) return mapping
  // Whom the columns make is not looked up by a name as well.
  const rest = Object.entries(mapping).map(([header, name]) => [header, name === family.field ? null : name])
  return { ...Object.fromEntries(rest), ...columns }
}
