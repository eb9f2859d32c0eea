import { cancelJob, isEnded, type Job, listJobs, maxListedSkips, readJob, undoJob } from '@app/contracts/jobs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Titles } from '#lib/detail-words'
import { failureText } from '#lib/failure-text'
import { queryOf, useCallMutation } from '#lib/queries'
import { momentText } from '#lib/school-time'
import { counted, numberText } from '#lib/words'
import { Badge } from '#ui/badge'
import { SmallButton } from '#ui/button'
import { LoadError, Loading } from '#ui/load-state'
import { jobWords, stateTitles } from './job-words'

export type RecordLinks = ComponentType<{ table: string; records: readonly { id: string; text: string }[] }>
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
  if (error && !data) return <LoadError error={error} fallback="Failed to load the reasons" onRetry={() => refetch()} />
  if (!data && isCut && isEnded(job)) return <Loading>Loading the reasons...</Loading>
  const all = data?.skipped ?? job.skipped
  const records = all.slice(0, limit).map(({ id, reason }) => ({ id, text: reason }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {job.table === null ? (
        <ul className="grid gap-1">
          {records.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      ) : (
        <RecordLinks table={job.table} records={records} />
      )}
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
      {failure && (
        <p role="alert" className="text-bad text-sm">
          {failureText(failure, undo.error ? 'Failed to undo' : 'Failed to cancel')}
        </p>
      )}
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
