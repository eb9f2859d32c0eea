/** The parts of the product by the beginning of their calls, and what a call that changes something does there. */
const areas: readonly [start: string, area: string, verb: string][] = [
  ['/api/people', 'People', 'change'],
  ['/api/audit', 'Activity', 'change'],
  ['/api/trash', 'Trash', 'change'],
  ['/api/admin/shape', 'the design of a table', 'change'],
  ['/api/admin/schemas', 'the design of a table', 'change'],
  ['/api/admin/about', 'the versions of the services', 'change'],
  ['/api/forms/submissions', 'an inquiry', 'change'],
  ['/api/forms/inbox', 'the inbox', 'change'],
  ['/api/forms/inbound', 'an email that arrived', 'change'],
  ['/api/forms/settings', 'the inquiry settings', 'change'],
  ['/api/forms/reminders', 'the lesson reminders', 'change'],
  ['/api/forms/letter', 'the weekly letter', 'change'],
  ['/api/forms/mail-addresses', 'the addresses that emails leave out', 'change'],
  ['/api/forms/deliverability', 'the delivery of emails', 'check'],
  ['/api/forms/test-mails', 'a test email', 'send'],
  ['/api/forms/erasures', 'the erasure of an address', 'start'],
  ['/api/forms/mailings', 'an email to several people', 'send'],
  ['/api/person-file', 'a person file', 'change'],
  ['/api/tables/:table/export', 'an export', 'start'],
  ['/api/tables/:table/imports', 'an import', 'start'],
  ['/api/tables/:table/views', 'a saved view', 'change'],
  ['/api/tables', 'records', 'change'],
  ['/api/upload', 'a file', 'upload'],
  ['/api/files', 'a file', 'change'],
  ['/api/today', 'Today', 'change'],
  ['/api/lessons', 'a lesson', 'change'],
  ['/api/days', 'a day of lessons', 'cancel'],
  ['/api/students', 'the waiver of a student', 'change'],
  ['/api/waiver-texts', 'the text of the waiver', 'publish'],
  ['/api/insights', 'Insights', 'change'],
  ['/api/calendar', 'the calendar', 'change'],
  ['/api/site', 'the website', 'change'],
  ['/api/jobs', 'recent work', 'change'],
  ['/api/samples', 'the sample records', 'remove'],
  ['/api/setup', 'the setup', 'change'],
  ['/api/events', 'the feed of events', 'change'],
  ['/api/webhooks', 'a webhook', 'change'],
  ['/api/incoming-hooks', 'an incoming hook', 'change'],
  ['/api/service-accounts', 'a service account', 'change'],
  ['/api/docs', 'the API reference', 'change'],
]

/** `Tried to see People (GET /api/people)`. */
export function refusedCall(call: string): string {
  const [method = '', path = ''] = call.split(' ')
  const [, area, verb] = areas.find(([start]) => path.startsWith(start)) ?? []
  return area ? `Tried to ${method === 'GET' ? 'see' : verb} ${area} (${call})` : `Tried ${call}`
}
