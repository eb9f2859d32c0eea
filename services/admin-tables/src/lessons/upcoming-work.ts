import { seconds } from '@app/contracts/durations'
import type { Expiry, TodayAnswer } from '@app/contracts/today'
import { collation } from '@app/record-query'
import { addDays, type TableSchema } from '@app/table-schema'
import type { Collection, Document, Filter } from 'mongodb'
import type { DueDay } from '../seed'
import { optionName } from './lesson-days'

const maxTimeMS = seconds(2)
const maxDue = 4
const maxExpiring = 20

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Inquiries waiting for a reply, and records whose day has come; one bounded query each. */
export function upcomingWork(collection: (name: string) => Collection, dueDays: readonly DueDay[]) {
  async function due({ table, kind, field, unless, ...bound }: DueDay, today: string): Promise<Expiry[]> {
    const days =
      'withinDays' in bound
        ? { $lte: addDays(today, bound.withinDays) }
        : { $lt: addDays(today, -bound.overdueAfterDays) }
    const rows = await collection(table)
      .find(
        { [unless.field]: { $ne: unless.equals }, [field]: { $type: 'string', ...days } },
        {
          projection: { name: 1, [field]: 1 },
          sort: { [field]: 1, _id: 1 },
          limit: maxExpiring,
          collation,
          maxTimeMS,
        },
      )
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

    /** Records whose day has come, of the tables that somebody may see. */
    expiring: async (may: (table: string) => boolean, today: string): Promise<Expiry[]> =>
      (await Promise.all(dueDays.filter(({ table }) => may(table)).map((each) => due(each, today)))).flat(),
  }
}

export type UpcomingWork = ReturnType<typeof upcomingWork>
