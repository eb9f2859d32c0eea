import { readInsights as readInsightsCall } from '@app/contracts/insights'
import { serve } from '@app/service/serve'
import type { Context, Part } from '../context'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import { insightStore } from './insight-store'
import { readInsights, visitFigures } from './read-insights'

/** Figures about the school. */
export function insightsModule({ collection }: Context, below: { tables: Tables; records: Records }) {
  const { tables } = below.tables
  const { references } = below.records
  const read = readInsights({
    tables,
    insights: insightStore(collection, (ids) => references.labels('instructors', ids)),
    visits: visitFigures(() => collection('site_visits')),
  })
  const part: Part = {
    routes: [serve(readInsightsCall, ({ identity, query }) => read(identity.user, query.from, query.to))],
  }
  return { part }
}
