import { readInsights } from '@app/contracts/calls/insights'
import { callRoute } from '@app/service/call-route'
import type { Guards } from '@app/session'
import { Elysia } from 'elysia'
import type { readInsights as read } from '../actions/read-insights'

export type InsightDeps = { guards: Pick<Guards, 'access'>; insights: ReturnType<typeof read> }

/** How the school is doing. */
export const insightRoutes = ({ guards, insights }: InsightDeps) =>
  new Elysia({ name: 'insight-routes' })
    .use(guards.access)
    .get(
      readInsights.path,
      ({ identity, query }) => insights(identity.user, query.from, query.to),
      callRoute(readInsights),
    )
