import type { DateBound, FieldSchema, TableSchema } from '@app/contracts/table-schema'
import { schoolDay } from '@app/school-time/school-day'
import { dayOf } from './conditions'
import { titleOf } from './field'

export type Context = {
  properties: TableSchema['properties']
  record: Readonly<Record<string, unknown>>
  /** A day of the school's calendar; the current one when left out. */
  today?: string | undefined
}

function againstField(
  field: FieldSchema,
  value: string,
  other: string,
  { properties, record }: Context,
  isMinimum: boolean,
): string | undefined {
  const bound = record[other]
  if (typeof bound !== 'string' || dayOf(bound) === undefined) return undefined
  const title = titleOf(other, properties[other])
  if (field.format !== 'date-time' || properties[other]?.format !== 'date-time') {
    const isWrong = isMinimum ? dayOf(value)! < dayOf(bound)! : dayOf(value)! > dayOf(bound)!
    return isWrong ? `cannot be ${isMinimum ? 'before' : 'after'} ${title}` : undefined
  }
  const isWrong = isMinimum ? Date.parse(value) <= Date.parse(bound) : Date.parse(value) >= Date.parse(bound)
  return isWrong ? `must be ${isMinimum ? 'after' : 'before'} ${title}` : undefined
}

function againstDay(value: string, bound: string, today: string | undefined, isMinimum: boolean): string | undefined {
  const limit = bound === 'today' ? (today ?? schoolDay()) : bound
  const day = dayOf(value)!
  if (isMinimum ? day >= limit : day <= limit) return undefined
  if (bound === 'today') return isMinimum ? 'cannot be in the past' : 'cannot be in the future'
  return `cannot be ${isMinimum ? 'before' : 'after'} ${bound}`
}

/** A field with the rule that its place on a calendar implies: nothing ends before it starts. */
export function boundedField({ calendar, properties }: TableSchema, name: string): FieldSchema | undefined {
  const field = properties[name]
  if (!field || name !== calendar?.end || field.minimum_date !== undefined) return field
  return { ...field, minimum_date: { field: calendar.start } }
}

/** Why a valid date or instant is outside the bounds of its field. */
export function dateBoundFault(field: FieldSchema, value: unknown, context: Context): string | undefined {
  const check = (bound: DateBound | undefined, isMinimum: boolean) => {
    if (bound === undefined || typeof value !== 'string') return undefined
    if (typeof bound === 'object') return againstField(field, value, bound.field, context, isMinimum)
    return againstDay(value, bound, context.today, isMinimum)
  }
  return check(field.minimum_date, true) ?? check(field.maximum_date, false)
}
