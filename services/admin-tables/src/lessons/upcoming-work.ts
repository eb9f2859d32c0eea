import { seconds } from '@app/contracts/durations'
import type { DueRule } from '@app/contracts/table-schema'
import type { Expiry, TodayAnswer } from '@app/contracts/today'
import { collation } from '@app/record-query'
import { dueWords, lastDueDay, recordLabel, type TableSchema, titleField } from '@app/table-schema'
import { tabLabel } from '@app/table-schema/cell'
import type { Collection, Document, Filter } from 'mongodb'
import type { TableSchemaStore } from '../tables/table-schema-store'
import { optionName } from './lesson-days'

const maxTimeMS = seconds(2)
const maxDue = 4
const maxExpiring = 20

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Inquiries waiting for a reply, and records whose day has come; one bounded query each. */
export function upcomingWork(
  collection: (name: string) => Collection,
  tables: Pick<TableSchemaStore, 'known'>,
  log: { warn: (about: object, event: string) => void },
) {
  async function due(schema: TableSchema, rule: DueRule, today: string): Promise<Expiry[]> {
    const { field, unless } = rule
    const rows = await collection(schema.name)
      .find(
        {
          [field]: { $type: 'string', $lte: lastDueDay(rule, today) },
          ...(unless && { [unless.field]: { $ne: unless.equals } }),
        },
        {
          projection: { [titleField(schema) ?? '_id']: 1, [field]: 1 },
          sort: { [field]: 1, _id: 1 },
          limit: maxExpiring,
          collation,
          maxTimeMS,
        },
      )
      .toArray()
    const kind = 'dueWithinDays' in rule ? 'certificate' : 'inspection'
    return rows.flatMap(({ _id, [field]: date, ...values }): Expiry[] => {
      if (!isDay(date)) return []
      const id = String(_id)
      const label = recordLabel(schema, { ...values, id })
      return [{ table: schema.name, id, label, kind, date, words: dueWords(rule, date, today) }]
    })
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

    /**
     * Due records of the tables that the user may see. A table that cannot be read is named, and the others are still
     * shown.
     */
    async expiring(may: (table: string) => boolean, today: string): Promise<Pick<TodayAnswer, 'expiring' | 'unread'>> {
      const unread = new Set<string>()
      const shown = (await tables.known()).filter(({ name }) => may(name))
      const rules = shown.flatMap((schema) =>
        (schema.due ?? []).map((rule) =>
          due(schema, rule, today).catch((err): Expiry[] => {
            log.warn({ err, table: schema.name, field: rule.field }, 'watched day not read')
            unread.add(tabLabel(schema))
            return []
          }),
        ),
      )
      const expiring = (await Promise.all(rules)).flat()
      return { expiring, unread: [...unread] }
    },
  }
}

export type UpcomingWork = ReturnType<typeof upcomingWork>
