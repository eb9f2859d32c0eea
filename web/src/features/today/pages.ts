import { paths } from '#lib/paths'

export const todayPages = {
  [paths.today]: () => import('./today').then(({ Today }) => Today),
}
