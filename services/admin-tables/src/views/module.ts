import { AppError, conflict, notFound } from '@app/contracts/errors'
import { changeView, createView, deleteView, listViews, maxViews, type TableView } from '@app/contracts/views'
import { serve } from '@app/service/serve'
import type { Identity } from '@app/session'
import type { Context, Part } from '../context'
import type { Tables } from '../tables/module'
import { tableOf } from '../tables/table-schema-store'
import { viewStore } from './view-store'

/** Saved views of a table, for users who may see the table. */
export function viewsModule({ collection, scopeOf }: Context, { tables: { tables, marks } }: { tables: Tables }) {
  const views = viewStore(() => collection('table_views'), marks)

  /** The words of a shared view may be about records that whoever has a right to their own may not see. */
  const viewer = ({ user }: Identity, table: string) =>
    ({ userId: user.id, table, shared: scopeOf(user).reach(table) === 'all' ? 'all' : 'shipped' }) as const

  async function viewOf(identity: Identity, table: string, id: string): Promise<TableView> {
    await tableOf(tables, table)
    const found = await views.find(viewer(identity, table), id)
    if (!found) throw notFound()
    return found
  }

  function mayChange({ user }: Identity, { own }: TableView): void {
    if (!own && user.role !== 'admin')
      throw new AppError('forbidden', 'Only its owner or an admin can change this view.')
  }

  /** A shared view is shown to everyone with the table, also its name: who sees their own records alone has views for themselves. */
  function mayShare({ user }: Identity, table: string): void {
    if (scopeOf(user).reach(table) !== 'all')
      throw new AppError('forbidden', 'Only users who may see all records of a table can share a view of it.')
  }

  const part: Part = {
    stores: [views],
    routes: [
      serve(listViews, async ({ params: { table }, identity }) => {
        await tableOf(tables, table)
        return { data: await views.list(viewer(identity, table)) }
      }),
      serve(createView, async ({ params: { table }, identity, body }) => {
        await tableOf(tables, table)
        if (body.shared) mayShare(identity, table)
        const own = (await views.list(viewer(identity, table))).filter((view) => view.own)
        if (own.length >= maxViews) throw conflict(`You have ${maxViews} views of this table.`)
        return views.create(identity.user.id, table, body)
      }),
      serve(changeView, async ({ params: { table, id }, identity, body }) => {
        const view = await viewOf(identity, table, id)
        const { isDefault: _own, ...change } = body
        if (Object.keys(change).length > 0) {
          mayChange(identity, view)
          if (change.shared ?? view.shared) mayShare(identity, table)
        }
        await views.change(identity.user.id, table, id, body)
        return viewOf(identity, table, id)
      }),
      serve(deleteView, async ({ params: { table, id }, identity }) => {
        mayChange(identity, await viewOf(identity, table, id))
        await views.remove(id)
        return { success: true, id } as const
      }),
    ],
  }
  return { views, part }
}
