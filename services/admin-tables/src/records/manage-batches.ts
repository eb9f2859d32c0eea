import { createHash } from 'node:crypto'
import { type Batch, type BatchRequest, type BatchUndone, maxBatchAtOnce, maxBatchSize } from '@app/contracts/batches'
import { conflict, invalidField, keyOfOther, notFound } from '@app/contracts/errors'
import { type Actor, changesLane, derivedId, type Job, undoJobId } from '@app/jobs'
import { everything, type Scope, selectionOf } from '@app/record-query'
import type { TableSchema } from '@app/table-schema'
import type { Context } from '../context'
import { type BatchInput, toBatch, toUndone } from './batch-job'
import type { RecordStore } from './record-store'
import type { ReferenceStore } from './reference-store'
import { fieldNames } from './revision-store'

type Deps = Pick<Context, 'jobs' | 'runner'> & { records: RecordStore; references: ReferenceStore }

/**
 * The ids of all records that match a list query.
 * @throws AppError `conflict` when there are not as many as expected, `invalid_input` when there are too many
 */
async function matchingIds(
  { records, references }: Pick<Deps, 'records' | 'references'>,
  schema: TableSchema,
  { query = '', expected }: Pick<BatchRequest, 'query' | 'expected'>,
  scope?: Scope,
): Promise<string[]> {
  const selection = await references.resolved(schema, selectionOf(schema, query), scope ?? everything)
  const labels = selection.q === '' ? undefined : await references.matching(schema, selection.q, scope)
  const rows = records.rows(schema, selection, everything, labels)
  const ids: string[] = []
  try {
    for (let part = await rows.next(); part && ids.length <= maxBatchSize; part = await rows.next())
      ids.push(...part.map(({ id }) => id))
  } finally {
    await rows.close()
  }
  if (ids.length > maxBatchSize) throw invalidField('query', `A batch can have ${maxBatchSize} records at most.`)
  if (expected !== undefined && expected !== ids.length)
    throw conflict(`${ids.length} records match now, not ${expected}.`)
  return ids
}

/** Before the edge's limit for a request. */
export const answerWithinMs = 1_500

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** The same key of the same user gives the same id, so that a repeated call finds the batch that the first one began. */
const idFor = (userId: string, table: string, key: string) => derivedId(JSON.stringify(['batch', userId, table, key]))

/** Many records at once, as jobs. */
export function manageBatches({ records, references, jobs, runner }: Deps) {
  /** A batch or an import of a table. */
  async function batchJobOf(table: string, id: string): Promise<Job> {
    const job = await jobs.find(id)
    if (!job || job.table !== table || !['batch', 'import'].includes(job.kind)) throw notFound()
    return job
  }
  const withUndo = async (job: Job): Promise<Batch> => toBatch(job, await jobs.find(undoJobId(job.id)))

  /** @throws AppError `invalid_input` when the key was used for another request */
  async function repeated(id: string | undefined, request: string): Promise<Batch | undefined> {
    const earlier = id === undefined ? undefined : await jobs.find(id)
    if (!earlier) return undefined
    if ((earlier.input as BatchInput | null)?.request === request) return withUndo(earlier)
    throw keyOfOther('for another batch')
  }

  return {
    read: async (table: string, id: string): Promise<Batch> => withUndo(await batchJobOf(table, id)),

    /** Up to 200 records are usually changed when it returns. */
    async start(
      actor: Actor,
      schema: TableSchema,
      body: BatchRequest,
      key: string | undefined,
      scope?: Scope,
    ): Promise<Batch> {
      const { name: table } = schema
      const { action, changes } = body
      const request = digest(body)
      const id = key === undefined ? undefined : idFor(actor.id, table, key)
      const first = await repeated(id, request)
      if (first) return first
      const ids = [...new Set(body.ids ?? (await matchingIds({ records, references }, schema, body, scope)))]
      const input: BatchInput = { action, ids, request, ...(changes && { changes }) }
      const about = { [action]: ids.length, ...(changes && { fields: fieldNames(changes) }) }
      const right = { table, level: 'edit' } as const
      const job = { kind: 'batch', table, actor, right, input, lane: changesLane(actor), total: ids.length }
      const begun = await runner.begin({ ...job, ...(id !== undefined && { id }) }, { action: 'batch', about })
      if (!begun) return (await repeated(id, request))!
      const isShort = ids.length <= maxBatchAtOnce
      return toBatch((isShort && (await runner.settled(begun.id, answerWithinMs))) || begun, undefined)
    },

    async undo(actor: Actor, table: string, id: string): Promise<BatchUndone> {
      await batchJobOf(table, id)
      const undo = await runner.undo(id, actor, 'batch')
      return toUndone((await runner.settled(undo.id, answerWithinMs)) ?? undo)
    },
  }
}
