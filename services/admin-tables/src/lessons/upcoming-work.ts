import { seconds } from '@app/contracts/durations'
import type { Expiry, TodayAnswer } from '@app/contracts/today'
import { collation } from '@app/record-query'
import type { TableSchema } from '@app/table-schema'
import type { Collection, Document, Filter } from 'mongodb'
import { optionName } from './lesson-days'

const maxTimeMS = seconds(2)
const maxDue = 4
const maxExpiring = 20

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

const dayAfter = (day: string, days: number) => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Inquiries waiting for a reply, and certificates and inspections that run out; one bounded query each. */
export function upcomingWork(collection: (name: string) => Collection) {
  async function expiring(table: string, kind: Expiry['kind'], field: string, filter: Filter<Document>) {
    const rows = await collection(table)
      .find(filter, {
        projection: { name: 1, [field]: 1 },
        sort: { [field]: 1, _id: 1 },
        limit: maxExpiring,
        collation,
        maxTimeMS,
      })
      .toArray()
    return rows.flatMap(({ _id, name, [field]: date }): Expiry[] =>
      isDay(date) ? [{ table, id: String(_id), label: String(name ?? ''), kind, date }] : [],
    )
  }

  return {
    async inquiries(now: Date, schema: TableSchema | undefined): Promise<NonNullable<TodayAnswer['inquiries']>> {
      const submissions = collection('contact_submissions')
      const open = { status: { $in: ['new', 'in_progress'] }, spam: { $ne: true } }
      const count = (filter: Filter<Document>) => submissions.countDocuments(filter, { collation, maxTimeMS })
      const [rows, total, overdue] = await Promise.all([
        submissions
          .find(
            { ...open, due_by: { $type: 'date' } },
            {
              projection: { name: 1, interest: 1, due_by: 1 },
              sort: { due_by: 1, _id: 1 },
              limit: maxDue,
              collation,
              maxTimeMS,
            },
          )
          .toArray(),
        count(open),
        count({ ...open, due_by: { $lt: now } }),
      ])
      const due = rows.map(({ _id, name, interest, due_by }) => ({
        id: String(_id),
        name: String(name ?? ''),
        interestName: optionName(schema, 'interest', interest),
        dueBy: (due_by as Date).toISOString(),
      }))
      return { due, open: total, overdue }
    },

    /** Certificates of active instructors that end within 60 days, or have ended. */
    certificates: (today: string) =>
      expiring('instructors', 'certificate', 'certified_until', {
        active: { $ne: false },
        certified_until: { $type: 'string', $lte: dayAfter(today, 60) },
      }),

    /** Equipment in use that was last inspected more than a year ago. */
    inspections: (today: string) =>
      expiring('equipment', 'inspection', 'inspected_on', {
        condition: { $ne: 'retired' },
        inspected_on: { $type: 'string', $lt: dayAfter(today, -365) },
      }),
  }
}

export type UpcomingWork = ReturnType<typeof upcomingWork>
