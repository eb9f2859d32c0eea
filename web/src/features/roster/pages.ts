import { paths } from '#lib/paths'

export const rosterPages = {
  [paths.roster]: () => import('./roster-page').then(({ RosterPage }) => RosterPage),
}
