import { paths } from '#lib/paths'

export const calendarPages = {
  [paths.calendar]: () => import('./calendar-page').then(({ Calendar }) => Calendar),
}
