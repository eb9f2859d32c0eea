import { foldedLabel } from '@app/contracts/comparable'
import { westernDigits } from '@app/contracts/entered-line'
import { isObjectId } from '@app/contracts/object-id'
import { startOfDay } from '@app/school-time/school-day'
import {
  type FieldSchema,
  type Filter,
  filterKind,
  isPhoneField,
  parseExportQuery,
  referenceFields,
  type Selection,
  type TableSchema,
  titleField,
} from '@app/table-schema'
import { type Document, ObjectId } from 'mongodb'
import { literalPattern } from './literal-pattern'
import type { Scope } from './scope'

/** For each word of a search, the ids of the records whose label holds it, by table. */
export type LabelMatches = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

/** Records whose title holds a word. */
export const labelFilter = (title: string, word: string): Document => textCondition(title, word)

/** Records whose address or phone holds a word. */
export const contactFilters = ({ properties }: TableSchema, word: string): Document[] =>
  Object.entries(properties).flatMap(([name, field]) => {
    if (field.format === 'email') return [textCondition(name, word)]
    return isPhoneField(field) ? (phoneCondition(name, word) ?? []) : []
  })

type Deps = {
  find: (table: string) => Promise<TableSchema | undefined>
  /** The ids of the first records of a table that match. */
  ids: (referenced: TableSchema, filter: Document) => Promise<string[]>
  /** Addresses and phones are searched only where this scope lets them be read. */
  scope?: Scope
}

/** The labels of referenced records that the words of a search match. */
export async function matchingLabels(
  { find, ids, scope }: Deps,
  schema: TableSchema,
  q: string,
): Promise<LabelMatches> {
  const names = [...new Set(referenceFields(schema).map(({ table }) => table))]
  const words = names.length > 0 ? searchWords(q) : []
  const idsOf = async (name: string, word: string) => {
    const referenced = await find(name)
    const title = referenced && titleField(referenced)
    if (!title) return []
    const contacts = !scope || scope.reach(name) === 'none' ? [] : contactFilters(referenced, word)
    if (contacts.length === 0) return ids(referenced, labelFilter(title, word))
    const within = await scope!.filterOf(name)
    const found = { $or: contacts }
    return ids(referenced, { $or: [labelFilter(title, word), within ? { $and: [found, within] } : found] })
  }
  return new Map(
    await Promise.all(
      words.map(async (word) => {
        const byTable = await Promise.all(names.map(async (name) => [name, await idsOf(name, word)] as const))
        return [word, new Map(byTable)] as const
      }),
    ),
  )
}

/** Digits of a phone number, in the forms that people write it, with blanks in it, too. */
const phone = /(?<![^\s])[+(]?\p{Nd}[\p{Nd}\s()./+-]*\p{Nd}(?![^\s])/gu
const minDigits = 4
const maxDigits = 15

const digitsIn = (text: string) => text.replace(/\D/g, '')
const isPhoneLike = (text: string) => {
  const { length } = digitsIn(text)
  return length >= minDigits && length <= maxDigits && /^[+\d\s()./-]+$/.test(text)
}

/** Invisible characters that programs add to copied text. Joiners within a word are letters of some scripts. */
const unseen =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?<![^\s])[\u200c\u200d]|[\u200c\u200d](?![^\s])/gu
/** The signs of phone numbers as East Asian keyboards type them. */
const wideSigns = /[\uff08\uff09\uff0b\uff0d\uff0e]/g
const ofLink = /(?<![^\s])(?:tel|sms|callto):(?=[+(\p{Nd}])/giu

/** The parts of a search, each found on its own: words, and phone numbers as a whole. */
export function searchWords(q: string): string[] {
  const numbers: string[] = []
  const typed = q
    .replace(unseen, '')
    .replace(wideSigns, (sign) => sign.normalize('NFKC'))
    .replace(ofLink, '')
  const rest = typed.replace(phone, (text) => {
    const number = westernDigits(text.trim())
    if (!isPhoneLike(number)) return text
    numbers.push(number)
    return ' '
  })
  return [...new Set([...rest.split(/\s+/).filter(Boolean), ...numbers])]
}

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean)

/** True if a field may hold a phone number. */
const mayHoldPhone = ({ type, format, enum: options }: FieldSchema): boolean =>
  type === 'string' && format === undefined && !options

/** A field that holds the digits of a phone number one after the other, however they are parted; `undefined` for other words. */
export function phoneCondition(path: string, word: string): Document | undefined {
  if (!isPhoneLike(word)) return undefined
  const digits = digitsIn(word)
  // The 1 before numbers of North America is written or not.
  const local = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  return { [path]: { $regex: [...local].join('[^0-9A-Za-z]{0,3}') } }
}

/** Literal text in one piece, in any case. */
const phraseCondition = (path: string, text: string): Document => ({
  [path]: { $regex: literalPattern(text), $options: 'i' },
})

/** Literal text: every word of it, in whatever order, as the field holds it (`written`). */
function textCondition(path: string, word: string, written = (text: string) => text): Document {
  const all = wordsIn(word).map((one) => phraseCondition(path, written(one)))
  return all.length === 1 ? all[0]! : { $and: all }
}

type Value = Filter['values'][number]
type Condition = Document
type Choice = Pick<FieldSchema, 'enum' | 'enumNames'>

const any = (conditions: Condition[]): Condition => (conditions.length === 1 ? conditions[0]! : { $or: conditions })
const isDay = (text: Value) => String(text).length === 10

/** The instants that a day or an instant covers: from `from` (inclusive) to `to` (exclusive). */
const spanOf = (value: Value) =>
  isDay(value)
    ? { from: startOfDay(String(value)), to: startOfDay(String(value), 1) }
    : { from: new Date(String(value)), to: new Date(new Date(String(value)).getTime() + 1) }

function instantCondition(operator: Filter['operator'], value: Value): Condition {
  const { from, to } = spanOf(value)
  switch (operator) {
    case 'gt':
      return { $gte: to }
    case 'gte':
      return { $gte: from }
    case 'lt':
      return { $lt: from }
    case 'lte':
      return { $lt: to }
    default:
      return { $gte: from, $lt: to }
  }
}

/** Numbers that were stored as text are found as well. */
const equals = ({ kind, values }: Filter): unknown[] =>
  kind === 'number' ? values.flatMap((value) => [value, String(value)]) : values

const nothing: Condition = { _id: { $in: [] } }

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text as the field holds it: in markup some signs are written otherwise. */
const writtenIn = (field: FieldSchema | undefined) => (text: string) =>
  field?.format === 'rich_text' ? text.replace(/[&<>]/g, (sign) => signs[sign]!) : text

/** A word of a search in a text; digits also as a phone number. */
function mentions(path: string, word: string, field: FieldSchema): Condition[] {
  const number = mayHoldPhone(field) ? phoneCondition(path, word) : undefined
  return [textCondition(path, word, writtenIn(field)), ...(number ? [number] : [])]
}

/** The same condition on a field that is read as empty until another one is set. */
function settled(table: string, field: string, found: Condition, matchesEmpty: boolean): Condition {
  const unsettled = unsettledField(table)
  if (unsettled?.field !== field) return found
  const { until } = unsettled
  return matchesEmpty ? { $or: [found, { [until]: null }] } : { ...found, [until]: { $ne: null } }
}

function condition(schema: TableSchema, filter: Filter): Condition {
  const { field, operator, values } = filter
  const matchesEmpty = operator === 'ne' || (operator === 'null' && values.includes(true))
  return settled(schema.name, field, storedCondition(schema, filter), matchesEmpty)
}

function storedCondition({ properties }: TableSchema, filter: Filter): Condition {
  const { field, kind, operator, values } = filter
  if (kind === 'id') return idCondition(filter)
  if (kind === 'referrer') throw new Error('resolveReferrers was not called')
  if (operator === 'null') return any(values.map((value) => ({ [field]: value ? { $eq: null } : { $ne: null } })))
  if (operator === 'contains')
    return any(values.map((value) => phraseCondition(field, writtenIn(properties[field])(String(value)))))
  if (kind === 'instant') {
    const spans = values.map((value) => ({ [field]: instantCondition(operator, value) }))
    return operator === 'ne' ? { $nor: spans } : any(spans)
  }
  const all = equals(filter)
  if (operator === 'eq') return { [field]: all.length === 1 ? { $eq: all[0] } : { $in: all } }
  if (operator === 'ne') return { [field]: { $nin: all } }
  return any(values.map((value) => ({ [field]: { [`$${operator}`]: value } })))
}

function idCondition({ operator, values }: Filter): Condition {
  const ids = values.map((value) => new ObjectId(String(value)))
  if (operator === 'eq') return { _id: { $in: ids } }
  if (operator === 'ne') return { _id: { $nin: ids } }
  return any(ids.map((id) => ({ _id: { [`$${operator}`]: id } })))
}

/** The options whose label holds a word: people search for "In repair", not for `repair`. */
function optionsNamed({ enum: options = [], enumNames = [] }: Choice, word: string): Value[] {
  const wanted = foldedLabel(word)
  return options.filter((_, at) => enumNames[at] !== undefined && foldedLabel(enumNames[at]).includes(wanted))
}

/** A word occurs in some text of the record, in the label of an option or of a referenced record, or is its id. */
function search(schema: TableSchema, word: string, labels: ReadonlyMap<string, readonly string[]> | undefined) {
  const fields = Object.entries(schema.properties)
  const found: Condition[] = fields.flatMap(([name, field]) => {
    const kind = filterKind(field)
    const options = optionsNamed(kind === 'list' ? (field.items ?? {}) : field, word)
    return [
      ...(kind === 'text' || kind === 'choice' ? mentions(name, word, field) : []),
      ...(options.length > 0 ? [{ [name]: { $in: options } }] : []),
    ].map((found) => settled(schema.name, name, found, false))
  })
  for (const { name, table } of labels ? referenceFields(schema) : []) {
    const ids = labels?.get(table) ?? []
    if (ids.length > 0) found.push({ [name]: { $in: [...ids] } })
  }
  if (isObjectId(word.toLowerCase())) found.push({ _id: { $eq: new ObjectId(word) } })
  return found.length > 0 ? any(found) : nothing
}

/**
 * The database filter of a selection. It is built field by field from checked values: nothing of a
 * request is ever an operator or a path here.
 */
export function recordFilter(schema: TableSchema, { filters, q }: Selection, labels?: LabelMatches): Document {
  // The longest word, the least common one, comes first: where it is missing, the others are not looked for.
  const words = searchWords(q).toSorted((a, b) => b.length - a.length)
  const all = [
    ...filters.map((filter) => condition(schema, filter)),
    ...words.map((word) => search(schema, word, labels?.get(word))),
  ]
  return all.length > 1 ? { $and: all } : (all[0] ?? {})
}

/**
 * The provider of a user is read as empty until the first sign-in: every release reads it at each sign-in, so that one is
 * stored (`meanwhile`) for people who were invited, too.
 */
const provider = { field: 'provider', until: 'last_sign_in_at', meanwhile: 'code' }

/** The field of a table that is read as empty until another one is set. */
export const unsettledField = (table: string): typeof provider | undefined => (table === 'users' ? provider : undefined)

/** Parameters of a list's address besides those that select its records. */
const ofThePage = ['page', 'limit', 'view']

/** Reads the query of a list, whatever page of it was shown. @throws AppError `invalid_request` on anything unknown or malformed */
export function selectionOf(schema: TableSchema, query: string): Selection {
  const params = new URLSearchParams(query)
  for (const name of ofThePage) params.delete(name)
  return parseExportQuery(schema, params)
}
