import type { ComponentType } from 'react'
import { paths } from '#lib/paths'

/**
 * The pages of the dashboard by path, apart from the tables; each is loaded on demand. This file loads before the program, so
 * it imports nothing but paths.
 */
export const staffFiles: Readonly<Record<string, () => Promise<ComponentType>>> = {
  [paths.serviceAccounts]: () =>
    import('#features/accounts/accounts-page').then(({ ServiceAccounts }) => ServiceAccounts),
  [paths.activity]: () => import('#features/activity/activity-page').then(({ ActivityPage }) => ActivityPage),
  [paths.incoming]: () => import('#features/bookings/incoming-page').then(({ Incoming }) => Incoming),
  [paths.calendar]: () => import('#features/calendar/calendar-page').then(({ Calendar }) => Calendar),
  [paths.email]: () => import('#features/deliverability/email-page').then(({ EmailPage }) => EmailPage),
  [paths.webhooks]: () => import('#features/events/webhooks-page').then(({ Webhooks }) => Webhooks),
  [paths.inbox]: () => import('#features/inquiries/inbox/inbox-page').then(({ Inbox }) => Inbox),
  [paths.inquirySettings]: () =>
    import('#features/inquiries/settings/settings-form').then(({ SettingsPage }) => SettingsPage),
  [paths.personFile]: () =>
    import('#features/inquiries/person-file/person-file-page').then(({ PersonFilePage }) => PersonFilePage),
  [paths.insights]: () => import('#features/insights/insights-page').then(({ InsightsPage }) => InsightsPage),
  [paths.people]: () => import('#features/people/people-page').then(({ People }) => People),
  [paths.roster]: () => import('#features/roster/roster-page').then(({ RosterPage }) => RosterPage),
  [paths.schemaEditor]: () => import('#features/schemas/schema-page').then(({ SchemaEditor }) => SchemaEditor),
  [paths.setup]: () => import('#features/setup/setup-page').then(({ SetupPage }) => SetupPage),
  [paths.today]: () => import('#features/today/today').then(({ Today }) => Today),
  [paths.trash]: () => import('#features/trash/trash-page').then(({ TrashPage }) => TrashPage),
  [paths.waiver]: () => import('#features/waivers/waiver-page').then(({ WaiverPage }) => WaiverPage),
  [paths.website]: () => import('#features/website/website-page').then(({ WebsitePage }) => WebsitePage),
  [paths.work]: () => import('#features/work/recent-work').then(({ RecentWork }) => RecentWork),
}
