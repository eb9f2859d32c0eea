import type { Condition, DueRule } from '@app/contracts/table-schema'
import { schoolDay } from '@app/school-time/school-day'
import { isEmpty } from './field'

type Values = Readonly<Record<string, unknown>>

/** The day of a date, or the school's day of an instant; `undefined` for anything else. */
export function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : schoolDay(time)
}

/** `2026-02-28` plus 1 is `2026-03-01`. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Whole years from a date of birth to a day. */
export const ageOn = (birth: string, day: string) =>
  Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0)

function holds(condition: Condition, record: Values, today: string): boolean {
  const value = Object.hasOwn(record, condition.field) ? record[condition.field] : undefined
  const { equals, empty, before, within_days: within, younger_than: age } = condition
  if (equals !== undefined && value !== equals) return false
  if (empty !== undefined && isEmpty(value) !== empty) return false
  if (before === undefined && within === undefined && age === undefined) return true
  const day = dayOf(value)
  if (day === undefined) return false
  if (before !== undefined && day >= (before === 'today' ? today : before)) return false
  if (within !== undefined && (day < today || day > addDays(today, within))) return false
  return age === undefined || ageOn(day, today) < age
}

/** True if all conditions hold for a record in wire form. `today` is a day of the school's calendar. */
export const conditionsHold = (conditions: readonly Condition[], record: Values, today: string): boolean =>
  conditions.every((condition) => holds(condition, record, today))

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

/** The age, in years, from which people answer for themselves. */
export const adult = 18

/**
 * True if a guardian answers for a student on this day: under `adult`, or of unknown age with a guardian. Reads `birth_date`, `guardians`
 * and `guardian`, the text that earlier releases had instead.
 */
export function isMinor({ birth_date, guardians, guardian }: Values, day: string): boolean {
  const birth = dayOf(birth_date)
  return birth === undefined ? !(isEmpty(guardians) && isEmpty(guardian)) : ageOn(birth, day) < adult
}
