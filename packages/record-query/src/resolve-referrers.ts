import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { isObjectId } from '@app/contracts/object-id'
import {
  defaultSort,
  type Filter,
  isBound,
  parseFilter,
  referenceFields,
  type Selection,
  type TableSchema,
} from '@app/table-schema'
import { type Db, MongoServerError } from 'mongodb'
import { collation } from './collation'
import { recordFilter } from './record-filter'
import { type Scope, withinScope } from './scope'

const maxTimeMS = seconds(2)
/** More than a school has records; their ids would take much of the memory of a service. */
const maxIds = 50_000

type Deps = { db: () => Pick<Db, 'collection'>; find: (table: string) => Promise<TableSchema | undefined> }

const refuse = (message: string) => new AppError('invalid_request', message)

const tooLong = (cause?: unknown) =>
  new AppError('unavailable', 'The search took too long. Narrow it down with another filter.', undefined, { cause })

/** The time limit of the database, and an answer that is larger than one document may be. */
const tooMuch: ReadonlySet<unknown> = new Set([50, 17217])
function inTime(error: unknown): never {
  throw error instanceof MongoServerError && tooMuch.has(error.code) ? tooLong(error) : error
}

const idFilter = (operator: 'eq' | 'ne', values: string[]): Filter => ({ field: 'id', kind: 'id', operator, values })

/**
 * A selection with the ids that its filters by referring records stand for: those of the students of a lesson. Bounds are times of the
 * referring records, which one record must meet together with an id; with `null` they say when there is none. Only records that the
 * scope holds count, and a table out of its reach is as unknown as one that does not exist.
 * @throws AppError `invalid_request` on a field that does not refer to the table, `unavailable` when it takes too long
 */
export async function resolveReferrers<S extends Selection>(
  { db, find }: Deps,
  { name: table }: TableSchema,
  selection: S,
  scope: Scope,
): Promise<S> {
  async function idFilters(path: string, filters: readonly Filter[]): Promise<Filter[]> {
    const [from = '', field = ''] = path.split('.')
    const schema = scope.reach(from) === 'none' ? undefined : await find(from)
    if (!schema || !referenceFields(schema).some((one) => one.name === field && one.table === table))
      throw refuse('The query holds an unknown parameter')
    const start = schema.calendar?.start
    const bounds = filters
      .filter(({ operator }) => isBound(operator))
      .map(({ operator, values }) => {
        if (start === undefined) throw refuse(`${path} cannot be filtered that way`)
        return parseFilter(schema, `${start}__${operator}`, values.map(String))
      })
    const valuesOf = (operator: Filter['operator']) =>
      filters.filter((filter) => filter.operator === operator).flatMap(({ values }) => values)
    const named = async (by: Filter[]) => {
      const filter = recordFilter(schema, { filters: by, q: '', sort: defaultSort })
      const found = await db()
        .collection(from)
        .distinct(field, await withinScope(scope, from, filter), { collation, maxTimeMS })
        .catch(inTime)
      if (found.length > maxIds) throw tooLong()
      return found.filter(isObjectId)
    }
    const [ids, others, nulls] = [valuesOf('eq'), valuesOf('ne'), new Set(valuesOf('null'))]
    const isNone = nulls.has(true) && !nulls.has(false)
    const isAny = nulls.has(false) && !nulls.has(true)
    const withIds = (values: Filter['values']): Filter[] =>
      values.length > 0 ? [{ field: 'id', kind: 'id', operator: 'eq', values }] : []
    return Promise.all([
      ...(ids.length > 0 || isAny || (bounds.length > 0 && !isNone)
        ? [named([...bounds, ...withIds(ids)]).then((found) => idFilter('eq', found))]
        : []),
      ...(isNone ? [named(bounds).then((found) => idFilter('ne', found))] : []),
      ...(others.length > 0 ? [named(withIds(others)).then((found) => idFilter('ne', found))] : []),
    ])
  }

  const paths = new Set(selection.filters.filter(({ kind }) => kind === 'referrer').map(({ field }) => field))
  if (paths.size === 0) return selection
  const resolved = await Promise.all(
    [...paths].map((path) =>
      idFilters(
        path,
        selection.filters.filter(({ field }) => field === path),
      ),
    ),
  )
  return {
    ...selection,
    filters: [...selection.filters.filter(({ kind }) => kind !== 'referrer'), ...resolved.flat()],
  }
}
