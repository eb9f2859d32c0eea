import { AppError } from '@app/contracts/errors'
import type { Job as WireJob } from '@app/contracts/jobs'
import type { ValueFix } from '@app/contracts/schema-editor'
import { type JobRunner, toWire } from '@app/jobs'
import { answerWithinMs } from '../records/manage-batches'
import { fieldNames } from '../records/revision-store'
import type { Actor } from '../tables/actor'
import { checkFixes } from './fix-job'
import type { ManageSchemas } from './manage-schemas'
import type { PublishInput } from './publish-job'

export type PublishDeps = { runner: Pick<JobRunner, 'begin' | 'settled' | 'canUndo'> }
type Publication = { version: string; schema: object; fixes?: Record<string, ValueFix> | undefined }

/**
 * Starts the job that publishes a schema; a small table is usually done when it returns.
 *
 * @throws AppError `conflict` when the schema was saved since `version`, `invalid_input` for a schema or a fix that is not valid
 */
export const publishSchema =
  ({ runner }: PublishDeps, editor: Pick<ManageSchemas, 'check'>) =>
  async (actor: Actor, table: string, { version, schema, fixes = {} }: Publication): Promise<WireJob> => {
    const checked = await editor.check(table, version, schema)
    checkFixes(checked, fixes)
    const input: PublishInput = { version, schema: checked, fixes }
    const about = { change: 'publish', ...(Object.keys(fixes).length > 0 && { fields: fieldNames(fixes) }) }
    const job = { kind: 'publish', table, actor, right: 'admin', input, lane: `schema/${table}` } as const
    const begun = await runner.begin(job, { action: 'schema', about })
    if (!begun) throw new AppError('internal', 'The job was not stored.')
    const now = (await runner.settled(begun.id, answerWithinMs)) ?? begun
    return toWire(now, { canUndo: runner.canUndo(now) })
  }
