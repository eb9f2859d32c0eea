import { seconds } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/email-address'
import { type SuppressionReason, suppressionText } from '@app/contracts/mail-addresses'
import { schoolDay } from '@app/school-time/school-day'
import { type Badge, dayText, type TableSchema } from '@app/table-schema'
import { type Db, ObjectId } from 'mongodb'
import type { WireRecord } from './read-record'
import type { rowReader } from './row-reader'

const maxTimeMS = seconds(2)

type Bounced = { _id: string; reason: SuppressionReason; since: Date; status: string | null }

/** What a badge says of the address that a record has, where a mail server has reported that it takes no mail. Records without are left out. */
export const addressBadges =
  (db: () => Db, readRows: ReturnType<typeof rowReader>) =>
  async (schema: TableSchema, records: readonly WireRecord[]): Promise<ReadonlyMap<string, Badge>> => {
    const fields = Object.keys(schema.properties).filter((name) => schema.properties[name]?.format === 'email')
    if (fields.length === 0 || records.length === 0) return new Map()
    const filter = { _id: { $in: records.map(({ id }) => new ObjectId(id)) } }
    const rows = await readRows(schema.name, filter, fields, { limit: records.length })
    const addressesOf = (row: WireRecord) => fields.flatMap((name) => normalEmail(String(row[name] ?? '')) ?? [])
    const bounced = await db()
      .collection<Bounced>('mail_addresses')
      .find({ _id: { $in: rows.flatMap(addressesOf) }, reason: 'bounced' }, { maxTimeMS })
      .toArray()
    const known = new Map(bounced.map((each) => [each._id, each]))
    return new Map(
      rows.flatMap((row) => {
        const [found] = addressesOf(row).flatMap((address) => known.get(address) ?? [])
        if (!found) return []
        const since = dayText(schoolDay(found.since.getTime()), schoolDay())
        return [[row.id, { label: `${suppressionText(found)} since ${since}`, tone: 'amber' as const }]]
      }),
    )
  }
