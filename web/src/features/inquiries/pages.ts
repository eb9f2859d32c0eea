import { paths } from '#lib/paths'

export const inquiriesPages = {
  [paths.inbox]: () => import('./inbox/inbox-page').then(({ Inbox }) => Inbox),
  [paths.inquirySettings]: () => import('./settings/settings-form').then(({ SettingsPage }) => SettingsPage),
  [paths.personFile]: () => import('./person-file/person-file-page').then(({ PersonFilePage }) => PersonFilePage),
}
