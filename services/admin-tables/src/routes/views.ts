import { changeView, createView, deleteView, listViews } from '@app/contracts/calls/views'
import { AppError } from '@app/contracts/errors'
import { maxViews, type TableView } from '@app/contracts/views'
import { callRoute } from '@app/service/call-route'
import type { Guards, Identity } from '@app/session'
import { Elysia } from 'elysia'
import type { TableSchemaStore } from '../models/table-schema-store'
import type { ViewStore } from '../models/view-store'
import { tableFor } from './request-context'

export type ViewDeps = {
  guards: Pick<Guards, 'access'>
  tables: Pick<TableSchemaStore, 'find'>
  views: Pick<ViewStore, 'list' | 'find' | 'create' | 'change' | 'remove'>
}

/** Saved views of a table, for users who may see the table. */
export function viewRoutes({ guards, tables, views }: ViewDeps) {
  const seen = (identity: Identity, table: string) => tableFor(tables, identity, table, 'view')

  async function viewOf(identity: Identity, table: string, id: string): Promise<TableView> {
    await seen(identity, table)
    const found = await views.find(identity.user.id, table, id)
    if (!found) throw new AppError('not_found', 'Not found.')
    return found
  }

  function mayChange({ user }: Identity, { own }: TableView): void {
    if (!own && user.role !== 'admin')
      throw new AppError('forbidden', 'Only its owner or an admin can change this view.')
  }

  return new Elysia({ name: 'view-routes' })
    .use(guards.access)
    .get(
      listViews.path,
      async ({ params: { table }, identity }) => {
        await seen(identity, table)
        return { data: await views.list(identity.user.id, table) }
      },
      callRoute(listViews),
    )
    .post(
      createView.path,
      async ({ params: { table }, identity, body, status }) => {
        await seen(identity, table)
        const own = (await views.list(identity.user.id, table)).filter((view) => view.own)
        if (own.length >= maxViews) throw new AppError('conflict', `You have ${maxViews} views of this table.`)
        return status(201, await views.create(identity.user.id, table, body))
      },
      callRoute(createView),
    )
    .put(
      changeView.path,
      async ({ params: { table, id }, identity, body }) => {
        const view = await viewOf(identity, table, id)
        const { isDefault: _own, ...change } = body
        if (Object.keys(change).length > 0) mayChange(identity, view)
        await views.change(identity.user.id, table, id, body)
        return viewOf(identity, table, id)
      },
      callRoute(changeView),
    )
    .delete(
      deleteView.path,
      async ({ params: { table, id }, identity }) => {
        mayChange(identity, await viewOf(identity, table, id))
        await views.remove(id)
        return { success: true, id } as const
      },
      callRoute(deleteView),
    )
}
