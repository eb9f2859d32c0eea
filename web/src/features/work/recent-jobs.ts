import { listJobs } from '@app/contracts/calls/jobs'
import { isEnded, type JobPage } from '@app/contracts/jobs'
import { keepPreviousData } from '@tanstack/react-query'
import { queryOf } from '#lib/call-query'

/** Below the reads that a session may make in a minute, also with the page open on several devices. */
const pollMs = 1_500
/** Jobs that begin elsewhere appear on their own. */
const idlePollMs = 15_000

/** A page of jobs, polled while one of them runs. */
export const jobsQuery = ({ isEveryones, page }: { isEveryones: boolean; page: number }) => ({
  ...queryOf(listJobs, { query: { page: String(page), all: isEveryones ? 'true' : undefined } }),
  placeholderData: keepPreviousData,
  refetchInterval: ({ state: { data } }: { state: { data?: JobPage | undefined } }) =>
    data?.data.some((job) => !isEnded(job)) ? pollMs : idlePollMs,
})
