import type { AuditDetails } from '@app/contracts/audit'
import {
  cancelJob,
  isEnded,
  type Job,
  type JobState,
  listJobs,
  maxListedSkips,
  readJob,
  undoJob,
} from '@app/contracts/jobs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { fieldsText, type NamedTable, type Titles } from '#lib/detail-words'
import { failureText } from '#lib/failure-text'
import { queryOf, useCallMutation } from '#lib/queries'
import { longDay, momentText } from '#lib/school-time'
import { counted, numberText } from '#lib/words'
import { Badge } from '#ui/badge'
import { SmallButton } from '#ui/button'
import { ErrorText, LoadState } from '#ui/load-state'

/** While it runs, once it has ended, and what follows the records. */
type Verbs = readonly [running: string, ended: string, after?: string]

const stateTitles: Readonly<Record<JobState, string>> = {
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

/** A job in words: `Changed Level of 168 students`. While it runs, the count is of the records to change; then of those it has changed. */
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

export type RecordLinks = ComponentType<{ table: string | null; records: readonly { id: string; text: string }[] }>
type SkippedListProps = { job: Job; RecordLinks: RecordLinks }

const shownAtOnce = 100

/** The records that a job left unchanged, each with its reason, once they are asked for. */
function SkippedList({ job, RecordLinks }: SkippedListProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const count = job.skipped.length
  if (count === 0) return null
  const text =
    count < maxListedSkips
      ? counted(count, 'record was skipped', 'records were skipped')
      : `${maxListedSkips} or more records were skipped`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        <span>{text}.</span>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="text-link min-h-9"
        >
          {isOpen ? 'Hide the reasons' : 'Show the reasons'}
        </button>
      </p>
      <div id={id} hidden={!isOpen} className="rounded-lg border border-line bg-paper p-3 text-sm">
        {isOpen && <Reasons job={job} RecordLinks={RecordLinks} />}
      </div>
    </div>
  )
}

function Reasons({ job, RecordLinks }: SkippedListProps) {
  const [limit, setLimit] = useState(shownAtOnce)
  const isCut = job.skipped.length >= maxListedSkips
  // While it runs, the list is polled and names the first of them.
  const { data, error, refetch } = useQuery({
    ...queryOf(readJob, { params: { id: job.id } }),
    enabled: isCut && isEnded(job),
  })
  if (!data && isCut && isEnded(job)) return <LoadState query={{ data, error, refetch }} what="the reasons" />
  const all = data?.skipped ?? job.skipped
  const records = all.slice(0, limit).map(({ id, reason }) => ({ id, text: reason }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <RecordLinks table={job.table} records={records} />
      {all.length > limit && (
        <button
          type="button"
          onClick={() => setLimit(limit + shownAtOnce)}
          className="text-link min-h-9 justify-self-start"
        >
          More of {numberText(all.length)}
        </button>
      )}
    </div>
  )
}

const tones = { waiting: 'gray', running: 'blue', done: 'green', stopped: 'amber', failed: 'red' } as const

type Props = { job: Job; titles: Titles; isOwn: boolean; RecordLinks: RecordLinks }

/** One job: what, who, when, how far, what was skipped, and how to stop or undo it. */
export function JobItem({ job, titles, isOwn, RecordLinks }: Props) {
  const { what, where } = jobWords(job, titles)
  const { undo, cancel } = useJobActions(job)
  const ended = isEnded(job)
  const frame = useRef<HTMLLIElement>(null)
  const failure = undo.error ?? cancel.error
  const isStopping = cancel.isSuccess && !ended
  // The button that was pressed is gone now.
  const hasActed = undo.isSuccess || cancel.isSuccess
  useEffect(() => {
    if (hasActed) frame.current?.focus()
  }, [hasActed])
  // A job that ends keeps its height, so that those below stay where they are.
  useLayoutEffect(() => {
    if (frame.current && !ended) frame.current.style.minHeight = `${frame.current.getBoundingClientRect().height}px`
  })

  return (
    <li
      ref={frame}
      tabIndex={-1}
      aria-labelledby={`job-${job.id}`}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 rounded-xl border border-line bg-card p-3 sm:p-4"
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-60 gap-0.5 [overflow-wrap:anywhere]">
          <p id={`job-${job.id}`} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold">{what}</span>
            {where && <span className="text-muted">{where}</span>}
            <Badge label={stateTitles[job.state]} tone={tones[job.state]} />
            {job.undoneBy !== undefined && <Badge label="Undo started" tone="gray" />}
          </p>
          <p className="text-muted text-sm">
            {!isOwn && `${job.actor?.email ?? 'The product'}, `}
            <time dateTime={job.createdAt}>{momentText(job.createdAt)}</time>
          </p>
          {job.reason && <p className="text-sm">{job.reason}</p>}
        </div>
        {job.undoable && (
          <SmallButton
            disabled={undo.isPending || undo.isSuccess}
            aria-label={`Undo: ${what}`}
            onClick={() => undo.mutate()}
          >
            {undo.isPending ? 'Undoing...' : 'Undo'}
          </SmallButton>
        )}
        {!ended && (
          <SmallButton
            disabled={cancel.isPending || isStopping}
            aria-label={`Cancel: ${what}`}
            onClick={() => cancel.mutate()}
          >
            {cancel.isPending || isStopping ? 'Canceling...' : 'Cancel'}
          </SmallButton>
        )}
      </div>
      {!ended && <Progress job={job} what={what} />}
      {failure && <ErrorText>{failureText(failure, undo.error ? 'Failed to undo' : 'Failed to cancel')}</ErrorText>}
      <SkippedList job={job} RecordLinks={RecordLinks} />
    </li>
  )
}

function Progress({ job: { done, total }, what }: { job: Job; what: string }) {
  const known = total > 0
  return (
    <div className="grid gap-1 text-sm">
      <progress
        aria-label={`Progress: ${what}`}
        className="h-2.5 w-full appearance-none overflow-hidden rounded-full border border-edge bg-sunken [&::-moz-progress-bar]:bg-forest [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-forest"
        {...(known && { max: total, value: Math.min(done, total) })}
      />
      <p className="text-muted tabular-nums">
        {known ? `${numberText(Math.min(done, total))} of ${numberText(total)} records` : 'Not counted yet'}
      </p>
    </div>
  )
}

/** Undo and cancel of a job. After both the list is read again: an undo is a job, too. */
function useJobActions({ id }: Pick<Job, 'id'>) {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: [listJobs.id] })
  const undo = useCallMutation(undoJob, {
    input: { params: { id } },
    onSettled,
  })
  const cancel = useCallMutation(cancelJob, {
    input: { params: { id } },
    onSettled,
  })
  return { undo, cancel }
}
