import type { DueRule } from '@app/contracts/table-schema'
import { addDays, dayOf } from './conditions'

type Values = Readonly<Record<string, unknown>>

/** Days from today to the last one that is due; a record of an earlier day is due as well. */
const lastOffset = (rule: DueRule) => ('dueWithinDays' in rule ? rule.dueWithinDays : -rule.overdueAfterDays - 1)

/** The last day that is due, such as `2027-01-27`. `today` is a day of the school's calendar. */
export const lastDueDay = (rule: DueRule, today: string) => addDays(today, lastOffset(rule))

/** Filters of a list of what is due on the day on which it is opened: `{ inspected_on__lte: 'today-366' }`. */
export function dueFilters(rule: DueRule): Record<string, string> {
  const { field, unless } = rule
  const offset = lastOffset(rule)
  const filters = { [`${field}__lte`]: `today${offset < 0 ? '' : '+'}${offset}` }
  return unless ? { ...filters, [`${unless.field}__ne`]: String(unless.equals) } : filters
}

/** True if a day that was due to come has passed. */
export const hasPassed = (rule: DueRule, day: string, today: string) => 'dueWithinDays' in rule && day < today

/** The words before a day: "certificate ends", "certificate ended". */
export const dueWords = (rule: DueRule, day: string, today: string): string =>
  ('past' in rule && hasPassed(rule, day, today) && rule.past) || rule.label

/** The day of a record in wire form that is due; `undefined` when none is. */
export function dueDay(rule: DueRule, record: Values, today: string): string | undefined {
  const { field, unless } = rule
  const day = dayOf(record[field])
  const isExempt = unless && record[unless.field] === unless.equals
  return day !== undefined && !isExempt && day <= lastDueDay(rule, today) ? day : undefined
}
