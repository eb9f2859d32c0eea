import { AppError } from '@app/contracts/errors'
import { isObjectId } from '@app/contracts/object-id'
import type { TableSchema } from '@app/contracts/table-schema'

type Sort = { field: string; direction: 'asc' | 'desc' }

/** The last record of a page: its value in the order of the list, and its id. */
export type ListCursor = { value: string | number | boolean | null; id: string }

const refuse = () => new AppError('invalid_request', 'after is not the `next` of a list with the same sort')

/** The order that a cursor belongs to; lists of values have none. */
const orderOf = ({ properties }: TableSchema, { field, direction }: Sort): string | undefined =>
  properties[field]?.type === 'array' ? undefined : `${field}:${direction}`

const isValue = (value: unknown): value is ListCursor['value'] =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const encoded = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const decoded = (text: string) =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)),
  )

/** Where the next page begins; `null` where the order has no cursors. */
export function printCursor(schema: TableSchema, sort: Sort, record: Readonly<Record<string, unknown>>): string | null {
  const order = orderOf(schema, sort)
  const value = record[sort.field] ?? null
  if (order === undefined || !isValue(value) || String(value).length > 1_000) return null
  return encoded(JSON.stringify([order, value, record['id']]))
}

/** @throws AppError `invalid_request` for a text that is no cursor of this order */
export function parseCursor(schema: TableSchema, sort: Sort, text: string | null): ListCursor | undefined {
  if (text === null) return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(decoded(text))
  } catch {
    throw refuse()
  }
  if (!Array.isArray(parsed) || parsed.length !== 3) throw refuse()
  const [order, value, id] = parsed as unknown[]
  if (order === undefined || order !== orderOf(schema, sort) || !isValue(value) || !isObjectId(id)) throw refuse()
  return { value, id: String(id) }
}
