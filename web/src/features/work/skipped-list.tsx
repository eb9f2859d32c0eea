import { isEnded, type Job, maxListedSkips, readJob } from '@app/contracts/jobs'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useId, useState } from 'react'
import { queryOf } from '#lib/queries'
import { counted, numberText } from '#lib/words'
import { LoadError, Loading } from '#ui/load-state'

/** Links to records of a table, each with its text. */
export type RecordLinks = ComponentType<{ table: string; records: readonly { id: string; text: string }[] }>
type Props = { job: Job; RecordLinks: RecordLinks }

const shownAtOnce = 100

/** The records that a job left unchanged, each with its reason, once they are asked for. */
export function SkippedList({ job, RecordLinks }: Props) {
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

function Reasons({ job, RecordLinks }: Props) {
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
