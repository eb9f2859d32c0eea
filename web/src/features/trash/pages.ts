import { paths } from '#lib/paths'

export const trashPages = {
  [paths.trash]: () => import('./trash-page').then(({ TrashPage }) => TrashPage),
}
