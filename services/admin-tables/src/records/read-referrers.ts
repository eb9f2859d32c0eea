import { seconds } from '@app/contracts/durations'
import type { DatedReferrers, Referrers } from '@app/contracts/tables'
import { collation, type Scope, withinScope } from '@app/record-query'
import { schoolDay, startOfDay } from '@app/school-time/school-day'
import { recordLabel, referenceFields, type TableSchema, titleField } from '@app/table-schema'
import type { Db, Document } from 'mongodb'
import { rowReader } from './record-store'

const maxTimeMS = seconds(2)
const sampleSize = 5

type Deps = { db: () => Db; tables: { all(): Promise<TableSchema[]> } }

/** Reads the records that refer to one, by table and field, as far as the scope reaches. */
export function readReferrers({ db, tables }: Deps, now = Date.now) {
  const readRows = rowReader(db)
  const count = (table: string, filter: Document) =>
    db().collection(table).countDocuments(filter, { collation, maxTimeMS })

  async function sample(schema: TableSchema, filter: Document, sort: Record<string, 1 | -1>) {
    const start = schema.calendar?.start
    const fields = [titleField(schema), start].filter((name) => name !== undefined)
    const found = await readRows(schema.name, filter, fields, { sort, limit: sampleSize, collation })
    return found.map((record) => {
      const at = start === undefined ? undefined : record[start]
      return { id: record.id, label: recordLabel(schema, record), ...(typeof at === 'string' && { at }) }
    })
  }

  /** From today on at the school, and before, the nearest first. */
  async function parted(schema: TableSchema, start: string, filter: Document) {
    const today = schoolDay(now())
    const from = schema.properties[start]?.format === 'date' ? today : startOfDay(today)
    const part = async (bound: Document, order: 1 | -1): Promise<DatedReferrers> => {
      const within = { $and: [filter, { [start]: bound }] }
      const [total, nearest] = await Promise.all([
        count(schema.name, within),
        sample(schema, within, { [start]: order, _id: order }),
      ])
      return { total, sample: nearest }
    }
    const [coming, past] = await Promise.all([part({ $gte: from }, 1), part({ $lt: from }, -1)])
    return { coming, past }
  }

  async function referrersOf(schema: TableSchema, field: string, id: string, scope: Scope): Promise<Referrers> {
    const filter = await withinScope(scope, schema.name, { [field]: id })
    const total = await count(schema.name, filter)
    if (total === 0) return []
    const start = schema.calendar?.start
    const [newest, dated] = await Promise.all([
      sample(schema, filter, { _id: -1 }),
      start === undefined ? {} : parted(schema, start, filter),
    ])
    return [{ table: schema.name, field, total, sample: newest, ...dated }]
  }

  return async (table: string, id: string, scope: Scope): Promise<Referrers> => {
    const fields = (await tables.all())
      .filter(({ name }) => scope.reach(name) !== 'none')
      .flatMap((schema) =>
        referenceFields(schema).flatMap(({ name, table: to }) => (to === table ? [{ schema, name }] : [])),
      )
    return (await Promise.all(fields.map(({ schema, name }) => referrersOf(schema, name, id, scope)))).flat()
  }
}
