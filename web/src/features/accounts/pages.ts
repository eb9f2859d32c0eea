import { paths } from '#lib/paths'

export const accountsPages = {
  [paths.serviceAccounts]: () => import('./accounts-page').then(({ ServiceAccounts }) => ServiceAccounts),
}
