import { type Descriptor, type Filter, filterKind, type Selection, startOfDay } from '@app/table-schema'
import { type Document, ObjectId } from 'mongodb'
import { literalPattern } from './literal-pattern'

type Value = Filter['values'][number]
type Condition = Document

const any = (conditions: Condition[]): Condition => (conditions.length === 1 ? conditions[0]! : { $or: conditions })
const isDay = (text: Value) => String(text).length === 10

/** The moments a day or an instant stands for: from `from`, up to but without `to`. */
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

/** Where a number was once kept as text, it is found all the same. */
const equals = ({ kind, values }: Filter): unknown[] =>
  kind === 'number' ? values.flatMap((value) => [value, String(value)]) : values

const nothing: Condition = { _id: { $in: [] } }

/** Literal text, case and accents aside; in markup some signs are written otherwise. */
function contains(path: string, text: string, isMarkup: boolean): Condition {
  const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  const written = isMarkup ? text.replace(/[&<>]/g, (sign) => signs[sign]!) : text
  return { [path]: { $regex: literalPattern(written), $options: 'i' } }
}

function condition({ properties }: Descriptor, filter: Filter): Condition {
  const { field, kind, operator, values } = filter
  if (kind === 'id') return idCondition(filter)
  if (operator === 'null') return any(values.map((value) => ({ [field]: value ? { $eq: null } : { $ne: null } })))
  if (operator === 'contains')
    return any(values.map((value) => contains(field, String(value), properties[field]?.format === 'rich_text')))
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

/** A word is in some text of the record, or is its id. */
function search({ properties }: Descriptor, word: string): Condition {
  const texts = Object.entries(properties).filter(([, field]) => ['text', 'choice'].includes(filterKind(field)))
  const found = texts.map(([name, field]) => contains(name, word, field.format === 'rich_text'))
  if (/^[0-9a-f]{24}$/i.test(word)) found.push({ _id: { $eq: new ObjectId(word) } })
  return found.length > 0 ? any(found) : nothing
}

/**
 * What the database is asked for a selection. It is put together field by field from checked values: nothing of a
 * request is ever an operator or a path here.
 */
export function recordFilter(descriptor: Descriptor, { filters, q }: Selection): Document {
  const words = q.split(/\s+/).filter(Boolean)
  const all = [
    ...filters.map((filter) => condition(descriptor, filter)),
    ...words.map((word) => search(descriptor, word)),
  ]
  return all.length > 1 ? { $and: all } : (all[0] ?? {})
}
