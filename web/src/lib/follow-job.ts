import { isEnded, type Job, readJob, undoJob as undoCall } from '@app/contracts/jobs'
import { callApi } from './call-api'

/** Short at first, for short jobs; later a second, well below the reads that a session may make in a minute. */
export const pauseBeforePoll = (polls: number) =>
  new Promise((done) => setTimeout(done, Math.min(100 * 1.5 ** polls, 1_000)))

/** A job once it has ended; reports its progress on the way. The job also ends when nobody follows it. */
export async function followJob(job: Job, onProgress: (job: Job) => void = () => {}): Promise<Job> {
  let now = job
  for (let polls = 1; !isEnded(now); polls++) {
    onProgress(now)
    await pauseBeforePoll(polls)
    now = await callApi(readJob, { params: { id: job.id } })
  }
  return now
}

/** Undoes a job. Resolves with the job that undoes it, once that has ended. */
export const undoJob = async (id: string): Promise<Job> => followJob(await callApi(undoCall, { params: { id } }))
