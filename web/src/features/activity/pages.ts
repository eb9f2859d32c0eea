import { paths } from '#lib/paths'

export const activityPages = {
  [paths.activity]: () => import('./activity-page').then(({ ActivityPage }) => ActivityPage),
}
