import { paths } from '#lib/paths'

/** The file of each staff page other than the tables. Nothing else is imported here, since it is loaded before the program. */
export const staffFiles = {
  [paths.inbox]: () => import('./inbox'),
  [paths.inquirySettings]: () => import('#features/inquiries/settings/settings-page'),
  [paths.today]: () => import('./today'),
  [paths.calendar]: () => import('./calendar'),
  [paths.insights]: () => import('#features/insights/insights-page'),
  [paths.roster]: () => import('#features/roster/roster-page'),
  [paths.schemaEditor]: () => import('./schema-editor'),
  [paths.trash]: () => import('./trash'),
  [paths.activity]: () => import('./activity'),
  [paths.work]: () => import('./recent-work'),
  [paths.people]: () => import('./people'),
  [paths.website]: () => import('./website'),
  [paths.serviceAccounts]: () => import('./service-accounts'),
  [paths.webhooks]: () => import('./webhooks'),
  [paths.incoming]: () => import('./incoming'),
  [paths.personFile]: () => import('#features/inquiries/person-file/person-file-page'),
  [paths.setup]: () => import('#features/setup/setup-page'),
  [paths.waiver]: () => import('#features/waivers/waiver-page'),
  [paths.email]: () => import('#features/email/email-page'),
}
