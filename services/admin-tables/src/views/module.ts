import type { Context, Part } from '../context'
import type { Tables } from '../tables/module'
import { viewRoutes } from './routes'
import { viewStore } from './view-store'

/** Saved views of tables. */
export function viewsModule({ collection, scopeOf }: Context, { tables: { tables, marks } }: { tables: Tables }) {
  const views = viewStore(() => collection('table_views'), marks)
  const part: Part = { stores: [views], routes: viewRoutes({ tables, views, scopeOf }) }
  return { views, part }
}
