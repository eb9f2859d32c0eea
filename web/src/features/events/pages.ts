import { paths } from '#lib/paths'

export const eventsPages = {
  [paths.webhooks]: () => import('./webhooks-page').then(({ Webhooks }) => Webhooks),
}
