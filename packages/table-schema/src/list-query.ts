import { AppError } from '@app/contracts/errors'
import type { Descriptor } from './descriptor'
import { isSystemField } from './field'

export type Sort = { field: string; direction: 'asc' | 'desc' }
export type ListQuery = { page: number; limit: number; sort: Sort }

export const firstPage = 1
export const defaultLimit = 50
export const defaultSort: Sort = { field: 'created_at', direction: 'desc' }
const lastPage = 10_000
const largestLimit = 200

const refuse = (message: string) => new AppError('invalid_request', message)

function wholeNumber(name: string, text: string | null, standard: number, largest: number): number {
  if (text === null) return standard
  const value = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN
  if (value <= largest) return value
  throw refuse(`${name} must be a whole number from 1 to ${largest}`)
}

function sortOf(descriptor: Descriptor, text: string | null): Sort {
  if (text === null) return defaultSort
  const [, field = '', direction] = /^([A-Za-z][A-Za-z0-9_]*):(asc|desc)$/.exec(text) ?? []
  if (!direction) throw refuse('sort must be a field, a colon, and asc or desc')
  if (!isSystemField(field) && !Object.hasOwn(descriptor.properties, field)) throw refuse('sort names an unknown field')
  return { field, direction: direction as Sort['direction'] }
}

const known = new Set(['page', 'limit', 'sort'])

/**
 * Reads the query of a list and checks it against the table.
 * @throws AppError `invalid_request` on anything unknown, repeated or malformed
 */
export function parseListQuery(descriptor: Descriptor, params: URLSearchParams): ListQuery {
  const seen = new Set<string>()
  for (const name of params.keys()) {
    if (!known.has(name)) throw refuse('The query holds an unknown parameter')
    if (seen.has(name)) throw refuse(`${name} may be given once`)
    seen.add(name)
  }
  return {
    page: wholeNumber('page', params.get('page'), firstPage, lastPage),
    limit: wholeNumber('limit', params.get('limit'), defaultLimit, largestLimit),
    sort: sortOf(descriptor, params.get('sort')),
  }
}

/** The query string that `parseListQuery` reads back. */
export const printListQuery = ({ page, limit, sort }: ListQuery) =>
  new URLSearchParams({ page: `${page}`, limit: `${limit}`, sort: `${sort.field}:${sort.direction}` }).toString()
