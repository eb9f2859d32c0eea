import { days } from '@app/contracts/durations'
import { notFound } from '@app/contracts/errors'
import { historyPageSize, type TrashPage } from '@app/contracts/history'
import type { Actor } from '@app/jobs'
import { mayUse, type User } from '@app/session'
import { recordLabel, type TableSchema } from '@app/table-schema'
import type { Context } from '../context'
import type { Records } from '../records/module'
import { keptFor, type Trashed } from '../records/trash-store'
import type { Tables } from '../tables/module'
import { tableRecord } from '../tables/read-record'

export type TrashDeps = Pick<Context, 'audit'> & Pick<Tables, 'tables'> & Pick<Records, 'trash' | 'revisions'>

/** Entries of earlier releases have no title of their own. */
const titleOf = ({ title, record }: Trashed, schema: TableSchema) =>
  title ?? recordLabel(schema, tableRecord(schema, record))

/** Deleted records: the list, and deleting for good. */
export const trashActions = ({ tables, trash, revisions, audit }: TrashDeps, now = Date.now) => ({
  async list(user: User, table: string | undefined, q: string, page: number): Promise<TrashPage> {
    const visible = (await tables.all()).filter(({ name }) => mayUse(user, name, 'view'))
    const wanted = table === undefined ? visible : visible.filter(({ name }) => name === table)
    if (table !== undefined && wanted.length === 0) throw notFound()
    const byName = new Map(wanted.map((schema) => [schema.name, schema]))
    const { data, total } = await trash.page([...byName.keys()], q.trim(), page, historyPageSize)
    return {
      data: data.map((entry) => ({
        id: String(entry.record._id),
        table: entry.table,
        title: titleOf(entry, byName.get(entry.table)!),
        deletedAt: entry.deleted_at.toISOString(),
        deletedBy: entry.deleted_by,
        daysLeft: Math.max(0, Math.ceil((entry.deleted_at.getTime() + keptFor - now()) / days(1))),
      })),
      total,
    }
  },

  async purge(actor: Actor, table: string, id: string): Promise<void> {
    const entry = await trash.find(table, id)
    await audit.during({ actor, action: 'purge', table, recordId: id }, async () => {
      if (!entry || !(await trash.drop(entry))) throw notFound()
      await revisions.forget(table, id)
    })
  },
})
