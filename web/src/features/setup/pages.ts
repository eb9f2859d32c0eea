import { paths } from '#lib/paths'

export const setupPages = {
  [paths.setup]: () => import('./setup-page').then(({ SetupPage }) => SetupPage),
}
