import { paths } from '#lib/paths'
import { chunk } from '#ui/chunk'
import { staffFiles } from './staff-files'

/** The staff pages other than the tables, each a chunk of its own. */
export const staffPages = {
  [paths.inbox]: chunk(staffFiles[paths.inbox], (module) => module.Inbox),
  [paths.inquirySettings]: chunk(staffFiles[paths.inquirySettings], (module) => module.SettingsPage),
  [paths.today]: chunk(staffFiles[paths.today], (module) => module.Today),
  [paths.calendar]: chunk(staffFiles[paths.calendar], (module) => module.Calendar),
  [paths.insights]: chunk(staffFiles[paths.insights], (module) => module.InsightsPage),
  [paths.roster]: chunk(staffFiles[paths.roster], (module) => module.RosterPage),
  [paths.schemaEditor]: chunk(staffFiles[paths.schemaEditor], (module) => module.SchemaEditor),
  [paths.trash]: chunk(staffFiles[paths.trash], (module) => module.Trash),
  [paths.activity]: chunk(staffFiles[paths.activity], (module) => module.Activity),
  [paths.work]: chunk(staffFiles[paths.work], (module) => module.RecentWork),
  [paths.people]: chunk(staffFiles[paths.people], (module) => module.People),
  [paths.website]: chunk(staffFiles[paths.website], (module) => module.Website),
  [paths.serviceAccounts]: chunk(staffFiles[paths.serviceAccounts], (module) => module.ServiceAccounts),
  [paths.webhooks]: chunk(staffFiles[paths.webhooks], (module) => module.Webhooks),
  [paths.incoming]: chunk(staffFiles[paths.incoming], (module) => module.Incoming),
  [paths.personFile]: chunk(staffFiles[paths.personFile], (module) => module.PersonFilePage),
  [paths.setup]: chunk(staffFiles[paths.setup], (module) => module.SetupPage),
  [paths.waiver]: chunk(staffFiles[paths.waiver], (module) => module.WaiverPage),
  [paths.email]: chunk(staffFiles[paths.email], (module) => module.EmailPage),
}

const pages = new Map(Object.entries(staffPages))

/** Loads the chunk of a staff page; the tables are part of the dashboard's own chunk. */
export const loadStaffPage = async (path: string): Promise<unknown> => pages.get(path)?.prepare()
