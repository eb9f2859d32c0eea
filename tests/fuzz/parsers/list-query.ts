import { AppError } from '@app/contracts/errors'
import { recordFilter } from '@app/record-query'
import { isSystemField, parseListQuery, printListQuery } from '@app/table-schema'
import fc from 'fast-check'
import { ObjectId } from 'mongodb'
import { hostileText, mutatedText } from '../hostile-text'
import { hold, target } from '../target'
import { everyKind, fieldNames } from './tables'

const suffixes = ['', '__eq', '__ne', '__gt', '__gte', '__lt', '__lte', '__in', '__null', '__regex', '__', '[$ne]']
const values = [
  'true',
  'false',
  '1',
  '-2.5',
  '2026-07-31',
  '2026-07-31T10:00:00Z',
  'open',
  'a'.repeat(24),
  'zoe',
  '1,2',
]
const grammar = [...fieldNames, ...suffixes, ...values, ...'=&', 'sort', 'page', 'limit', 'q', ':asc', ':desc', 'id']

const pair = fc
  .tuple(
    fc.constantFrom(...fieldNames, 'id', 'created_at', '_id', '$where', 'lessons.students', 'lessons.$where'),
    fc.constantFrom(...suffixes),
    fc.constantFrom(...values),
  )
  .map(([field, suffix, value]) => `${field}${suffix}=${encodeURIComponent(value)}`)
const query = fc.oneof(
  fc.array(pair, { maxLength: 6 }).map((pairs) => pairs.join('&')),
  mutatedText([
    'page=2&limit=10&sort=title:asc&q=zoe',
    'seats__gte=3&state=open&state=closed',
    'day__lt=2026-07-31&id__in=a,b',
  ]),
  hostileText(grammar),
)

/** The operators that our code emits. */
const operators = new Set('$and $or $nor $eq $ne $in $nin $gt $gte $lt $lte $regex $options'.split(' '))

/** Every key in a filter is a known operator or a declared field; outside input occurs only as a value. */
function onlyOurs(filter: unknown): boolean {
  if (Array.isArray(filter)) return filter.every(onlyOurs)
  if (typeof filter !== 'object' || filter === null || filter instanceof ObjectId || filter instanceof Date) return true
  return Object.entries(filter).every(
    ([name, part]) =>
      (operators.has(name) || name === '_id' || isSystemField(name) || fieldNames.includes(name)) && onlyOurs(part),
  )
}

export const listQuery = target({
  name: 'list query',
  input: query,
  check(text) {
    const params = new URLSearchParams(text)
    try {
      const parsed = parseListQuery(everyKind, params)
      hold(parsed.page >= 1 && parsed.page <= 10_000 && Number.isInteger(parsed.page), 'a page out of bounds')
      hold(parsed.limit >= 1 && parsed.limit <= 200 && Number.isInteger(parsed.limit), 'a limit out of bounds')
      hold(parsed.filters.length <= 20 && Array.from(parsed.q).length <= 200, 'too much to look for')
      // The others become ids by a query of their own.
      const own = { ...parsed, filters: parsed.filters.filter(({ kind }) => kind !== 'referrer') }
      hold(onlyOurs(recordFilter(everyKind, own)), 'something of the query became a part of the filter')
      const again = parseListQuery(everyKind, new URLSearchParams(printListQuery(parsed)))
      hold(JSON.stringify(again) === JSON.stringify(parsed), 'what is printed is read as something else')
      return true
    } catch (error) {
      hold(error instanceof AppError, String(error))
      hold(error.code === 'invalid_request', `refused as ${error.code}`)
      return false
    }
  },
})
