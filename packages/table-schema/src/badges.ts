import type { TableSchema, Tone } from '@app/contracts/table-schema'
import { conditionsHold } from './conditions'

export type Badge = { label: string; tone: Tone }

/** The badges of a record in wire form, such as "Waiver missing". `today` is a day of the school's calendar. */
export const badgesOf = (
  { badges = [] }: Pick<TableSchema, 'badges'>,
  record: Readonly<Record<string, unknown>>,
  today: string,
): Badge[] => badges.flatMap(({ label, tone, when }) => (conditionsHold(when, record, today) ? [{ label, tone }] : []))

/** The fields that the badges of a table depend on. */
export const badgeFields = ({ badges = [] }: Pick<TableSchema, 'badges'>): string[] => [
  ...new Set(badges.flatMap(({ when }) => when.map(({ field }) => field))),
]
