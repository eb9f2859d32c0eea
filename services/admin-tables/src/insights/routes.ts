import { readInsights } from '@app/contracts/insights'
import { serve } from '@app/service/serve'
import type { readInsights as read } from './read-insights'

type InsightDeps = { insights: ReturnType<typeof read> }

/** Figures about the school. */
export const insightRoutes = ({ insights }: InsightDeps) => [
  serve(readInsights, ({ identity, query }) => insights(identity.user, query.from, query.to)),
]
