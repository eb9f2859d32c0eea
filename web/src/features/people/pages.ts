import { paths } from '#lib/paths'

export const peoplePages = {
  [paths.people]: () => import('./people-page').then(({ People }) => People),
}
