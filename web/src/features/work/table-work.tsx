import { listJobs } from '@app/contracts/jobs'
import { titleOf, wordsOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { undoJob } from '#lib/follow-job'
import { paths } from '#lib/paths'
import { queryOf } from '#lib/queries'
import { reloadRecords } from '#lib/records'
import { momentText } from '#lib/school-time'
import { undoneText } from '#lib/words'
import { SmallButton } from '#ui/button'
import { LoadState } from '#ui/load-state'
import { useUndo } from '#ui/toast'
import { jobWords } from './job-item'

const maxShown = 8

/** The latest work of the user on a table that can be undone, each by one click. */
export function TableWork({ schema, onUndo }: { schema: TableSchema; onUndo: () => void }) {
  const { name, title, singular, properties } = schema
  const first = useRef<HTMLButtonElement>(null)
  const { data, error, refetch } = useQuery({
    ...queryOf(listJobs, { query: { table: name, page: '1' } }),
    // Work of other tabs counts, too.
    staleTime: 0,
  })
  const undo = useUndoJob(name)
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded) first.current?.focus()
  }, [isLoaded])
  const named = {
    title: title ?? wordsOf(name),
    ...(singular && { one: singular }),
    fieldTitle: (field: string) => titleOf(field, properties[field]),
  }
  const jobs = data?.data.filter(({ table, undoable }) => table === name && undoable).slice(0, maxShown) ?? []
  return (
    <div className="grid w-80 max-w-full grid-cols-[minmax(0,1fr)] gap-1 p-1.5">
      {!data && <LoadState query={{ data, error, refetch }} what="the recent changes" />}
      {isLoaded && jobs.length === 0 && (
        <p className="py-2 text-muted">No changes of several records in the last 30 days.</p>
      )}
      <ul className="grid gap-1.5 empty:hidden">
        {jobs.map((job, at) => {
          const { what } = jobWords(job, new Map([[name, named]]))
          return (
            <li key={job.id} className="flex items-center gap-3">
              <p className="mr-auto grid min-w-0 text-[0.95rem] [overflow-wrap:anywhere]">
                {what}
                <time dateTime={job.createdAt} className="text-muted text-sm">
                  {momentText(job.createdAt)}
                </time>
              </p>
              <SmallButton
                ref={at === 0 ? first : undefined}
                aria-label={`Undo: ${what}`}
                onClick={() => {
                  onUndo()
                  void undo(job.id)
                }}
              >
                Undo
              </SmallButton>
            </li>
          )
        })}
      </ul>
      <Link href={paths.work} className="text-link inline-flex min-h-9 items-center text-sm">
        All recent work
      </Link>
    </div>
  )
}

/** Undoes a job, and says what was left because it was changed since. */
function useUndoJob(table: string) {
  const client = useQueryClient()
  const undo = useUndo(() => reloadRecords(client, table))
  return (id: string) =>
    undo(async () => {
      const { changed, skipped } = await undoJob(id)
      return undoneText(changed, skipped.length, 'record')
    })
}
