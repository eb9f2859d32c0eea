import type { AuditDetails } from '@app/contracts/audit'
import { isEnded, type Job, type JobState } from '@app/contracts/jobs'
import { fieldsText, type NamedTable, type Titles } from '#lib/detail-words'
import { longDay } from '#lib/school-time'
import { counted, numberText } from '#lib/words'

/** While it runs, once it has ended, and what follows the records. */
type Verbs = readonly [running: string, ended: string, after?: string]

export const stateTitles: Readonly<Record<JobState, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  stopped: 'Stopped',
  failed: 'Failed',
}

/** A batch in words, by the name in its details. */
const batches: Readonly<Record<string, Verbs>> = {
  update: ['Changing', 'Changed'],
  delete: ['Deleting', 'Deleted'],
  restore: ['Restoring', 'Restored'],
  spam: ['Marking', 'Marked', 'as spam'],
  'not-spam': ['Marking', 'Marked', 'as not spam'],
  close: ['Closing', 'Closed'],
  assign: ['Assigning', 'Assigned'],
}

/** Kinds of jobs whose name says everything. */
const kinds: Readonly<Record<string, Verbs>> = {
  incoming: ['Importing a booking', 'Imported a booking'],
  'import-check': ['Checking a file', 'Checked a file'],
  fix: ['Changing values that do not fit', 'Changed values that did not fit'],
  publish: ['Publishing the fields', 'Published the fields'],
  'publish-site': ['Publishing the website', 'Published the website'],
  erasure: ['Erasing everything from an address', 'Erased everything from an address'],
  mailing: ['Writing to several people', 'Wrote to several people'],
  'remove-samples': ['Removing the sample records', 'Removed the sample records'],
  'cancel-day': ['Canceling a day', 'Canceled a day'],
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const people = (count: unknown) => (typeof count === 'number' ? counted(count, 'person', 'people') : 'several people')

/** `student`, `students`; `record` where a table has no word for one. */
const wordsFor = (table: NamedTable | undefined) => {
  const one = lowerFirst(table?.one ?? 'record')
  return { one, many: one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s` }
}

/** Jobs whose words do not name the records of their table. */
const isNamed = (kind: string) => kind in kinds

/** A job in words: `Changed Level of 168 students`. The count is of what it is to change while it runs, then of what it has changed. */
function phrase(
  { kind, about, state, changed, total }: Pick<Job, 'kind' | 'state' | 'changed' | 'total'> & { about: AuditDetails },
  ended: boolean,
  table: NamedTable | undefined,
): string {
  const at = ended ? 1 : 0
  const isCut = ended && (state === 'stopped' || state === 'failed') && changed < total
  const of = isCut ? `${numberText(changed)} of ` : ''
  const { one, many } = wordsFor(table)
  const records = ended || total > 0 ? of + counted(ended && !isCut ? changed : total, one, many) : many
  if (kind === 'import') return `${['Importing', 'Imported'][at]} ${records}`
  const named = kinds[kind]
  const subject = about['subject']
  if (kind === 'mailing' && subject) return `${['Writing', 'Wrote'][at]} to ${people(about['recipients'])}: ${subject}`
  const day = about['day']
  if (kind === 'cancel-day' && typeof day === 'string') return `${['Canceling', 'Canceled'][at]} ${longDay(day)}`
  if (named) return named[at]!
  const how = Object.keys(about).find((name) => name in batches)
  const verbs: Verbs = how === undefined ? ['Working on', 'Worked on'] : batches[how]!
  const fields = fieldsText(about['fields'], table)
  const after = verbs[2] === undefined ? '' : ` ${verbs[2]}`
  return `${verbs[at]} ${fields ? `${fields} of ` : ''}${records}${after}`
}

export function jobWords(job: Job, titles: Titles): { what: string; where: string | undefined } {
  const { of, ...about } = job.about ?? {}
  const table = titles.get(job.table ?? '')
  const saysTable =
    wordsFor(table).many === lowerFirst(table?.title ?? '') &&
    !isNamed(job.undoes === undefined ? job.kind : String(of ?? ''))
  const where = job.table === null || saysTable ? undefined : `in ${table?.title ?? job.table}`
  const ended = isEnded(job)
  if (job.undoes === undefined) return { what: phrase({ ...job, about }, ended, table), where }
  // A job that is undone had ended: the count is of the records that it had changed.
  const changed = ended ? job.changed : job.total
  const undone = lowerFirst(phrase({ ...job, kind: String(of ?? ''), about, changed }, true, table))
  return { what: `${ended ? 'Undid' : 'Undoing'}: ${undone}`, where }
}
