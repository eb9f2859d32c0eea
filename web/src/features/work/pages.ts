import { paths } from '#lib/paths'

export const workPages = {
  [paths.work]: () => import('./recent-work').then(({ RecentWork }) => RecentWork),
}
