import { seconds } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/email-address'
import { type SuppressionReason, suppressionText } from '@app/contracts/mail-addresses'
import { schoolDay } from '@app/school-time/school-day'
import { type Badge, dayText, type TableSchema } from '@app/table-schema'
import type { Db } from 'mongodb'
import type { WireRecord } from '../tables/read-record'

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
