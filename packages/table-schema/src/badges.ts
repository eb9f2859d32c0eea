import type { TableSchema, Tone } from '@app/contracts/table-schema'
import { dateFormat } from '@app/school-time/school-day'
import { conditionsHold, dayOf, dueDay, dueWords, hasPassed } from './conditions'
import { isEmpty } from './field'

/** `about`: what can be done about it, where the product knows. */
export type Badge = { label: string; tone: Tone; about?: 'waiver' }

type Badges = Pick<TableSchema, 'badges' | 'due'>
type Values = Readonly<Record<string, unknown>>

const named = /\{([a-z][a-z0-9_]*)\}/g
const days = dateFormat({ timeZone: 'UTC', month: 'short', day: 'numeric' }, 'en-US')
const daysWithYear = dateFormat({ timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' }, 'en-US')
/** Badges that read these fields are about the waiver of a student. */
const waiverFields: ReadonlySet<string> = new Set(['waiver_until', 'waiver_signed', 'waiver'])

/** `Dec 4`; a day of another year with it. */
export function dayText(value: unknown, today: string): string {
  const day = dayOf(value)
  if (day === undefined) return ''
  return (day.slice(0, 4) === today.slice(0, 4) ? days : daysWithYear).format(new Date(`${day}T12:00:00Z`))
}

/** Names of fields in braces become the days in them: "Waiver expires {waiver_until}" is "Waiver expires Dec 4". */
const filledIn = (label: string, record: Values, today: string) =>
  label.replace(named, (_, field: string) => dayText(record[field], today)).trim()

/** A badge for each day that is due, unless the table says it in a badge of its own. */
const dueBadges = ({ badges, due = [] }: Badges, record: Values, today: string): Badge[] =>
  due.flatMap((rule) => {
    const day = ownFields({ badges }).includes(rule.field) ? undefined : dueDay(rule, record, today)
    if (day === undefined) return []
    const words = dueWords(rule, day, today)
    const label = `${words.charAt(0).toUpperCase()}${words.slice(1)} ${dayText(day, today)}`
    return [{ label, tone: hasPassed(rule, day, today) ? 'red' : 'amber' }]
  })

/** The badges of a record in wire form, such as "Waiver missing". `today` is a day of the school's calendar. */
export const badgesOf = (table: Badges, record: Values, today: string): Badge[] => [
  ...(table.badges ?? []).flatMap(({ label, tone, when }) => {
    if (!conditionsHold(when, record, today)) return []
    const badge = { label: filledIn(label, record, today), tone }
    return [when.some(({ field }) => waiverFields.has(field)) ? { ...badge, about: 'waiver' as const } : badge]
  }),
  ...dueBadges(table, record, today),
]

/** The fields that a text of a badge names. */
export const fieldsIn = (label: string): string[] => Array.from(label.matchAll(named), ([, field = '']) => field)

const ownFields = ({ badges = [] }: Pick<Badges, 'badges'>): string[] =>
  badges.flatMap(({ label, when }) => [...fieldsIn(label), ...when.map(({ field }) => field)])

/** The fields that the badges of a table depend on. */
export const badgeFields = ({ badges, due = [] }: Badges): string[] => [
  ...new Set([
    ...ownFields({ badges }),
    ...due.flatMap(({ field, unless }) => (unless ? [field, unless.field] : [field])),
  ]),
]

/**
 * True if the waiver of a student in wire form is valid on a day: until it ends, and without an end once it is signed or uploaded.
 * Read from the values: badges are what admins make them.
 */
export function holdsWaiver({ waiver_until, waiver_signed, waiver }: Values, day: string): boolean {
  const until = dayOf(waiver_until)
  return until === undefined ? waiver_signed === true || !isEmpty(waiver) : until >= day
}
