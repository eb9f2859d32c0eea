import { publishSchema } from '@app/contracts/calls/schema-editor'
import { AppError } from '@app/contracts/errors'
import type { Job } from '@app/contracts/jobs'
import type { EditableSchema, ValueFix } from '@app/contracts/schema-editor'
import type { TableSchema } from '@app/table-schema/schema'
import { callApi } from '#lib/call-api'
import { followJob } from '#lib/follow-job'

type Publication = { schema: TableSchema; fixes: Readonly<Record<string, ValueFix>> }

/**
 * Publishes a schema by a job, which also ends when this page is closed; reports its progress.
 *
 * @throws AppError with the reason when the job was stopped or failed
 */
export async function publish(
  { name, version }: Pick<EditableSchema, 'name' | 'version'>,
  { schema, fixes }: Publication,
  onProgress: (job: Job) => void,
): Promise<Job> {
  const begun = await callApi(publishSchema, { params: { name }, body: { version, schema, fixes } })
  const job = await followJob(begun, onProgress)
  if (job.state !== 'done') throw new AppError('conflict', job.reason ?? 'It could not be completed.')
  return job
}
