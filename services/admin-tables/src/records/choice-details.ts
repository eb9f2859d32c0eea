import { seconds } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/entered-line'
import { type SuppressionReason, suppressionText } from '@app/contracts/mail-addresses'
import { collation, type Scope, withinScope } from '@app/record-query'
import { schoolDay } from '@app/school-time/school-day'
import {
  type Badge,
  dayText,
  isPhoneField,
  recordLabel,
  referencedIds,
  type TableSchema,
  titleField,
} from '@app/table-schema'
import { formattedPhone } from '@app/table-schema/phone-number'
import type { Db } from 'mongodb'
import type { WireRecord } from '../tables/read-record'
import { rowReader } from './record-store'

const maxTimeMS = seconds(2)

type Bounced = { _id: string; reason: SuppressionReason; since: Date; status: string | null }

export const emailFields = ({ properties }: TableSchema): string[] =>
  Object.keys(properties).filter((name) => properties[name]?.format === 'email')

/**
 * The badge of an address in one of these fields that takes no mail, as a mail server has reported. Records
 * without are left out.
 */
export const addressBadges =
  (db: () => Db) =>
  async (records: readonly WireRecord[], fields: readonly string[], today: string): Promise<Map<string, Badge>> => {
    const addressesOf = (record: WireRecord) => fields.flatMap((name) => normalEmail(String(record[name] ?? '')) ?? [])
    const addresses = records.flatMap(addressesOf)
    if (addresses.length === 0) return new Map()
    const bounced = await db()
      .collection<Bounced>('mail_addresses')
      .find({ _id: { $in: addresses }, reason: 'bounced' }, { maxTimeMS })
      .toArray()
    const known = new Map(bounced.map((each) => [each._id, each]))
    return new Map(
      records.flatMap((record) => {
        const [found] = addressesOf(record).flatMap((address) => known.get(address) ?? [])
        if (!found) return []
        const since = dayText(schoolDay(found.since.getTime()), today)
        return [[record.id, { label: `${suppressionText(found)} since ${since}`, tone: 'amber' as const }]]
      }),
    )
  }

/** The most records that are read to name those of 50 choices. */
const maxReferring = 200
const maxNamed = 3

/** The fields that tell people of one name apart. */
export const phoneFields = ({ properties }: TableSchema): string[] =>
  Object.keys(properties).filter((name) => isPhoneField(properties[name]!))

/**
 * By id: the phone number of a record, and the names of those that refer to it by a field and that the scope holds, such as the
 * children of a guardian. Tables with a calendar add none: years of lessons do not help to tell students apart.
 */
export function choiceDetails(db: () => Db) {
  const readRows = rowReader(db)
  return async (
    schema: TableSchema,
    field: string,
    records: readonly WireRecord[],
    phones: readonly string[],
    scope: Scope,
  ): Promise<Map<string, string>> => {
    const title = titleField(schema)
    if (schema.calendar || !title || phones.length === 0 || records.length === 0) return new Map()
    const filter = await withinScope(scope, schema.name, { [field]: { $in: records.map(({ id }) => id) } })
    const options = { limit: maxReferring, sort: { [title]: 1, _id: 1 } as const, collation }
    const referring = await readRows(schema.name, filter, [title, field], options)
    return new Map(
      records.map((record) => {
        const named = referring.filter((each) => referencedIds(each[field]).includes(record.id))
        const numbers = phones.flatMap((name) => (record[name] ? [formattedPhone(String(record[name]))] : []))
        const names = named.slice(0, maxNamed).map((each) => recordLabel(schema, each))
        return [record.id, [...numbers, ...names].join(', ')]
      }),
    )
  }
}
