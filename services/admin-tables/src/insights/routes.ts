import { readInsights } from '@app/contracts/calls/insights'
import { serve } from '@app/service/serve'
import type { readInsights as read } from './read-insights'

export type InsightDeps = { insights: ReturnType<typeof read> }

/** How the school is doing. */
export const insightRoutes = ({ insights }: InsightDeps) => [
  serve(readInsights, ({ identity, query }) => insights(identity.user, query.from, query.to)),
]
