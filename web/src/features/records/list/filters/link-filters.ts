import type { Filters } from '#lib/list-address'
import { splitFilterKey } from '../filters'

/** How records are told by their links: these, not these, none at all, or any. */
export type LinkWay = 'is' | 'not' | 'none' | 'any'

/** The way that filters of a field say; `undefined` where they say none. */
export function linkWay(name: string, filters: Filters): LinkWay | undefined {
  if (filters[`${name}__ne`] !== undefined) return 'not'
  const empty = filters[`${name}__null`]
  if (empty !== undefined) return empty === 'true' ? 'none' : 'any'
  return Object.keys(filters).some((key) => splitFilterKey(key).field === name) ? 'is' : undefined
}

/** The linked records that filters name. */
export const linkedIds = (name: string, filters: Filters): string[] =>
  (filters[`${name}__in`] ?? filters[`${name}__ne`] ?? filters[name])?.split(',').filter(Boolean) ?? []

/** The filters that bound the days of linked records. */
export const boundsIn = (name: string, filters: Filters): Filters =>
  Object.fromEntries(
    Object.entries(filters).filter(([key]) => {
      const { field, operator } = splitFilterKey(key)
      return field === name && ['gt', 'gte', 'lt', 'lte'].includes(operator)
    }),
  )
