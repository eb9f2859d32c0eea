import { paths } from '#lib/paths'

export const insightsPages = {
  [paths.insights]: () => import('./insights-page').then(({ InsightsPage }) => InsightsPage),
}
