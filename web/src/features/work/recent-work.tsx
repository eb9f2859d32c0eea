import { isEnded, type JobPage, jobPageSize, listJobs } from '@app/contracts/jobs'
import type { TableSchema } from '@app/table-schema/schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { labelsQuery } from '#features/records/list/references/references.api'
import { useSchema, useTableTitles } from '#features/records/list/use-schema'
import { useUser } from '#features/sign-in/user'
import type { NamedTable } from '#lib/detail-words'
import { listPath } from '#lib/list-address'
import { trashPath } from '#lib/paths'
import { queryOf } from '#lib/queries'
import { useIsAdmin } from '#lib/rights'
import { ListFilters, PageSteps, SelectFilter } from '#ui/list-controls'
import { LoadState } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { JobItem, type RecordLinks as Links } from './job-item'

type Props = {
  tables: readonly ({ name: string } & NamedTable)[]
  userId: string | undefined
  RecordLinks: Links
}

const everyones = [{ name: 'all', title: "Everyone's" }]

/** Jobs of the last thirty days, newest first: your own, and for admins those of everyone. */
export function WorkPage({ tables, userId, RecordLinks }: Props) {
  usePageTitle('Recent work')
  const isAdmin = useIsAdmin()
  const [search, setSearch] = useSearchParams()
  const isEveryones = isAdmin && search.get('of') === 'all'
  const page = Number(search.get('page')) || 1
  const { data, error, refetch } = useQuery(jobsQuery({ isEveryones, page }))
  const titles = new Map(tables.map(({ name, ...table }) => [name, table]))
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / jobPageSize))
  const show = (of: string, next = 1) =>
    setSearch({ ...(of && { of }), ...(next > 1 && { page: String(next) }) }, { replace: true })

  return (
    <>
      <div className="grid gap-1">
        <h2 className="text-2xl">Recent work</h2>
        <p className="text-muted">
          Changes of several records, imports and other work of the last 30 days. It continues when you close this tab.
        </p>
      </div>
      {isAdmin && (
        <div className="max-w-xs">
          <ListFilters>
            <SelectFilter
              label="Whose"
              all="Yours"
              options={everyones}
              value={isEveryones ? 'all' : ''}
              onValue={(of) => show(of)}
            />
          </ListFilters>
        </div>
      )}
      <LoadState query={{ data, error, refetch }} what="the recent work" />
      {data && (
        <>
          {data.data.length === 0 && (
            <p className="py-8 text-center text-muted">
              Nothing in the last 30 days. Select records in a table to change several at once.
            </p>
          )}
          <ol aria-label="Recent work, newest first" className="grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden">
            {data.data.map((job) => (
              <JobItem
                key={job.id}
                job={job}
                titles={titles}
                RecordLinks={RecordLinks}
                isOwn={job.actor?.id === userId}
              />
            ))}
          </ol>
          <PageSteps page={page} pages={pages} onPage={(next) => show(isEveryones ? 'all' : '', next)} />
        </>
      )}
    </>
  )
}

/** Below the reads that a session may make in a minute, also with the page open on several devices. */
const pollMs = 1_500
/** Jobs that begin elsewhere appear on their own. */
const idlePollMs = 15_000

/** A page of jobs, polled while one of them runs. */
const jobsQuery = ({ isEveryones, page }: { isEveryones: boolean; page: number }) => ({
  ...queryOf(listJobs, { query: { page: String(page), all: isEveryones ? 'true' : undefined } }),
  placeholderData: keepPreviousData,
  refetchInterval: ({ state: { data } }: { state: { data?: JobPage | undefined } }) =>
    data?.data.some((job) => !isEnded(job)) ? pollMs : idlePollMs,
})

type Records = readonly { id: string; text: string }[]

/** Records of a table with a text each: links, as far as the user may see the table; without one, the texts alone. */
function RecordLinks({ table, records }: { table: string | null; records: Records }) {
  const schema = useSchema(table ?? undefined)
  if (schema) return <NamedRecords schema={schema} records={records} />
  return (
    <ul className="grid gap-1">
      {records.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  )
}

/** A record that is not found by its id was deleted. */
function NamedRecords({ schema, records }: { schema: TableSchema; records: Records }) {
  const { data } = useQuery(
    labelsQuery(
      schema,
      records.map(({ id }) => id),
    ),
  )
  return (
    <ul className="grid gap-1">
      {records.map(({ id, text }) => {
        const label = data?.get(id)?.label
        const isGone = data !== undefined && label === undefined
        return (
          <li key={id} className="[overflow-wrap:anywhere]">
            <a
              href={isGone ? trashPath(schema.name) : listPath({ table: schema.name, record: id })}
              className="text-link"
            >
              {isGone ? 'Deleted record' : (label ?? 'Record')}
            </a>
            : {text}
          </li>
        )
      })}
    </ul>
  )
}

/** The user's jobs, with the titles of tables and the names of records. */
export const RecentWork = () => <WorkPage tables={useTableTitles()} userId={useUser()?.id} RecordLinks={RecordLinks} />
