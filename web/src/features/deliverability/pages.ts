import { paths } from '#lib/paths'

export const deliverabilityPages = {
  [paths.email]: () => import('./email-page').then(({ EmailPage }) => EmailPage),
}
