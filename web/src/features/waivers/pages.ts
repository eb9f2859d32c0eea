import { paths } from '#lib/paths'

export const waiversPages = {
  [paths.waiver]: () => import('./waiver-page').then(({ WaiverPage }) => WaiverPage),
}
