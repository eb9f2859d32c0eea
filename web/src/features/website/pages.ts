import { paths } from '#lib/paths'

export const websitePages = {
  [paths.website]: () => import('./website-page').then(({ WebsitePage }) => WebsitePage),
}
