import { paths } from '#lib/paths'

export const bookingsPages = {
  [paths.incoming]: () => import('./incoming-page').then(({ Incoming }) => Incoming),
}
