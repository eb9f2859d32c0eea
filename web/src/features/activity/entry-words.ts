import type { AuditDetails, AuditRecord } from '@app/contracts/audit'
import type { AuditAction } from '@app/contracts/audit-actions'
import { fieldsText, namesIn, type Titles } from '#lib/detail-words'
import { roleTitles } from '#lib/rights'
import { momentText } from '#lib/school-time'
import { capital, counted } from '#lib/words'
import { refusedCall } from './refused-call'

/** The action of an entry, as it follows the name. */
const actionWords: Readonly<Record<AuditAction, string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
  purge: 'deleted for good',
  batch: 'changed several records',
  undo: 'undid a change of several records',
  stop: 'stopped a change of several records',
  import: 'imported records',
  export: 'exported records',
  upload: 'uploaded a file',
  schema: 'changed the schema of a table',
  reply: 'answered an inquiry',
  resend: 'sent the mails of an inquiry again',
  status: 'set the status of an inquiry',
  spam: 'marked an inquiry as spam',
  'not-spam': 'marked an inquiry as not spam',
  erase: 'erased everything from an address',
  mailing: 'wrote to several people',
  offer: 'offered a seat',
  waiver: 'had a waiver signed',
  'waiver-text': 'published a text of the waiver',
  settings: 'changed settings',
  'sign-in': 'signed in',
  'sign-in-refused': 'failed to sign in',
  'access-refused': 'was refused access',
  invite: 'invited a person',
  access: 'changed what a person may do',
  'remove-person': 'deleted a person',
  'passkey-add': 'added a passkey',
  'passkey-remove': 'deleted a passkey',
  'calendar-add': 'created a calendar address',
  'calendar-remove': 'revoked a calendar address',
  'account-add': 'created a service account',
  'account-change': 'changed a service account',
  'account-remove': 'deleted a service account',
  'secret-add': 'added a secret to a service account',
  'secret-remove': 'revoked a secret of a service account',
  'webhook-add': 'created a webhook',
  'webhook-change': 'changed a webhook',
  'webhook-remove': 'deleted a webhook',
  'webhook-replay': 'sent events to a webhook again',
  'webhook-stop': 'stopped a webhook',
  'hook-add': 'created an incoming hook',
  'hook-change': 'changed an incoming hook',
  'hook-remove': 'deleted an incoming hook',
  'hook-decide': 'decided what a booking is',
  backup: 'made a backup',
  'restore-backup': 'restored a backup',
  verify: 'verified the audit',
  publish: 'published the website',
  'sign-heads': 'signed the ends of the audit',
}

/** For the filter: `Created`, `Failed to sign in`. */
export const actionTitle = (action: AuditAction) => capital(actionWords[action])

/** Actions that are about access rather than records. */
export const isWarning = (action: AuditAction) => ['sign-in-refused', 'access-refused'].includes(action)

/** The text of an entry after the name, the table where that is not said already, and lines of detail under it. */
export type EntryWords = { what: string; where: string | undefined; details: string[] }
type About = Pick<AuditRecord, 'action' | 'table' | 'about'>

const methods: Readonly<Record<string, string>> = {
  code: 'with a code from an email',
  google: 'with Google',
  passkey: 'with a passkey',
}
const titlesByRole: Readonly<Record<string, string>> = roleTitles
const sources: Readonly<Record<string, string>> = {
  batch: 'Changed together with other records',
  import: 'By an import',
  undo: 'By undoing a change',
  restore: 'Restored an earlier value from the history',
  unlink: 'Because a record it refers to was deleted',
  waiver: 'By signing the waiver',
}
const schemaChanges: Readonly<Record<string, string>> = {
  create: 'added the table',
  update: 'changed the fields of the table',
  retire: 'retired the table',
  'bring back': 'brought back the table',
  publish: 'started publishing the fields of the table',
  fix: 'changed values that did not fit in the table',
  remove: 'removed fields for good that were retired from the table',
}
const batches: Readonly<Record<string, string>> = { update: 'changing', delete: 'deleting', restore: 'restoring' }

/** `Staff. May change Lessons and see Students. May export Lessons.` */
function accessLines({ person, role, rights, exports, disabled }: AuditDetails, titles: Titles): string[] {
  const titleOf = (table: string) => titles.get(table)?.title ?? table
  const may = (right: string, verb: string) => {
    const tables = namesIn(rights).flatMap((one) => (one.endsWith(`: ${right}`) ? [titleOf(one.split(': ')[0]!)] : []))
    return tables.length > 0 ? [`May ${verb} ${tables.join(', ')}`] : []
  }
  const exported = namesIn(exports).map(titleOf)
  return [
    `${person}: ${titlesByRole[String(role)] ?? role}`,
    ...may('edit', 'change'),
    ...may('view', 'see'),
    ...(exported.length > 0 ? [`May export ${exported.join(', ')}`] : []),
    ...(disabled === true ? ['The account is disabled'] : []),
  ]
}

function verification({ faults, unchained, ...chains }: AuditDetails): string {
  const entries = Object.values(chains).reduce<number>((sum, head) => sum + Number(String(head).split(' ')[0]), 0)
  if (Number(faults) > 0)
    return `${counted(Number(faults), 'entry', 'entries')} altered: see the alert and its runbook page`
  return `All ${counted(entries + Number(unchained ?? 0), 'entry', 'entries')} are unchanged`
}

function backupLines({ documents, written }: AuditDetails): string[] {
  const day = written === undefined ? [] : [`The backup of ${momentText(String(written))}`]
  return [...day, ...(documents === undefined ? [] : [counted(Number(documents), 'document')])]
}

/** The particular of an entry: its own phrase where it has one, and its details. */
function particular({ action, table, about }: About, titles: Titles): Partial<Pick<EntryWords, 'what' | 'details'>> {
  switch (action) {
    case 'create':
    case 'update':
    case 'delete':
    case 'restore': {
      const source = sources[String(about['source'])]
      const fields = fieldsText(about['fields'], titles.get(table ?? ''))
      return { ...(fields && { what: `changed ${fields} of` }), details: source === undefined ? [] : [source] }
    }
    case 'batch': {
      const [how, count] = Object.entries(about).find(([name]) => name in batches) ?? []
      if (how === undefined) return {}
      const fields = fieldsText(about['fields'], titles.get(table ?? ''))
      return { what: `started ${batches[how]} ${fields ? `${fields} of ` : ''}${counted(Number(count), 'record')}` }
    }
    case 'stop': {
      const { done, total, why, author } = about
      const reason = why === 'right' ? [`${author} no longer had the right`] : []
      return { details: [...reason, `Stopped after ${done} of ${counted(Number(total), 'record')}`] }
    }
    case 'export': {
      if (about['of'] === 'activity') return { what: 'exported the activity' }
      const { total } = about
      return typeof total === 'number' ? { what: `exported ${counted(total, 'record')}` } : {}
    }
    case 'schema': {
      const { change, fields } = about
      const what = schemaChanges[String(change)]
      return { ...(what && { what }), details: fields === undefined ? [] : [String(fields)] }
    }
    case 'publish': {
      const { fields, restored } = about
      const what = restored === undefined ? undefined : `made version ${restored} of the website live again`
      return { ...(what && { what }), details: fields === undefined ? [] : [String(fields)] }
    }
    case 'waiver':
      return { details: about['version'] === undefined ? [] : [`Version ${about['version']} of the text`] }
    case 'waiver-text':
      return about['version'] === undefined ? {} : { what: `published version ${about['version']} of the waiver` }
    case 'status':
      return { what: `set the status of an inquiry to ${capital(String(about['status']).replaceAll('_', ' '))}` }
    case 'erase': {
      const { step, deleted, students } = about
      if (step === 'begun') return { what: 'began to erase everything from an address' }
      return {
        details: [
          `${counted(Number(deleted), 'inquiry', 'inquiries')} and ${counted(Number(students), 'student')} deleted`,
        ],
      }
    }
    case 'mailing':
      return about['recipients'] === undefined
        ? {}
        : { what: `wrote to ${counted(Number(about['recipients']), 'person', 'people')}` }
    case 'sign-in':
    case 'sign-in-refused': {
      const { method, person } = about
      const details = [methods[String(method)] ?? ''].filter(Boolean).map(capital)
      return { ...(person !== undefined && { what: `refused a sign-in as ${person}` }), details }
    }
    case 'access-refused':
      return { details: [refusedCall(String(about['call']))] }
    case 'invite':
    case 'access':
    case 'remove-person':
      return { details: accessLines(about, titles) }
    case 'passkey-add':
    case 'passkey-remove':
      return { details: about['passkey'] === undefined ? [] : [String(about['passkey'])] }
    case 'account-add':
    case 'account-change':
    case 'account-remove':
    case 'secret-add':
    case 'secret-remove': {
      const { account, secret, rights } = about
      const lines = [account, secret !== undefined && `Secret ${secret}`, rights && `Rights: ${rights}`]
      return { details: lines.filter(Boolean).map(String) }
    }
    case 'webhook-add':
    case 'webhook-change':
    case 'webhook-remove':
      return { details: about['host'] === undefined ? [] : [String(about['host'])] }
    case 'hook-add':
    case 'hook-change':
    case 'hook-remove':
      return { details: about['hook'] === undefined ? [] : [String(about['hook'])] }
    case 'webhook-stop':
      return { details: [about['host'], about['reason']].map(String) }
    case 'backup':
    case 'restore-backup':
      return { details: backupLines(about) }
    case 'sign-heads':
      return { details: ["The signature is in that day's email"] }
    case 'verify':
      return { details: [verification(about)] }
    default:
      return {}
  }
}

/** Actions whose words already say what they are about. */
const sayTheirOwn: readonly AuditAction[] = [
  'invite',
  'access',
  'remove-person',
  'mailing',
  'erase',
  'upload',
  'publish',
]

function whereOf({ action, table }: About, titles: Titles): string | undefined {
  if (table === null || sayTheirOwn.includes(action)) return undefined
  const title = titles.get(table)?.title ?? table
  return action === 'schema' ? title : `in ${title}`
}

export function entryWords(entry: About, titles: Titles): EntryWords {
  const { outcome, ...about } = entry.about
  // Entries of earlier releases have fewer details, or none.
  const own = Object.keys(about).length === 0 ? {} : particular({ ...entry, about }, titles)
  const { what = actionWords[entry.action], details = [] } = own
  const unknown = 'The service stopped midway: this may not have happened'
  return { what, where: whereOf(entry, titles), details: outcome === 'unknown' ? [...details, unknown] : details }
}
