import { createHash } from 'node:crypto'
import type { Audit } from '@app/audit'
import { type Batch, maxBatchAtOnce } from '@app/contracts/batches'
import { readBatch, startBatch, undoBatch as undoCall } from '@app/contracts/calls/batches'
import { AppError } from '@app/contracts/errors'
import { callRoute } from '@app/service/call-route'
import type { Guards } from '@app/session'
import { Elysia } from 'elysia'
import { matchingIds } from '../actions/matching-ids'
import { runBatch } from '../actions/run-batch'
import { undoBatch } from '../actions/undo-batch'
import { type BatchStore, type StoredBatch, toBatch, toUndone } from '../models/batch-store'
import type { RecordStore } from '../models/record-store'
import type { ReferenceStore } from '../models/reference-store'
import { fieldNames, type RevisionStore } from '../models/revision-store'
import type { TableSchemaStore } from '../models/table-schema-store'
import type { TrashStore } from '../models/trash-store'
import type { ApplyWrites } from '../writes/apply-writes'
import { resultInTime } from './long-work'
import { actorOf, idempotencyKeyFrom, tableFor } from './request-context'

export type BatchDeps = {
  guards: Pick<Guards, 'access'>
  tables: Pick<TableSchemaStore, 'find'>
  records: Pick<RecordStore, 'rows'>
  references: Pick<ReferenceStore, 'matching'>
  revisions: Pick<RevisionStore, 'ofBatch' | 'flushBatch' | 'recordsOfBatch'>
  trash: Pick<TrashStore, 'find'>
  audit: Pick<Audit, 'during'>
  batches: BatchStore
  apply: ApplyWrites
  /** Reports a batch in the background that was interrupted; a later sweep continues it. */
  onBatchError: (error: unknown) => void
}

const conflict = (text: string) => new AppError('conflict', text)
const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** The same key of the same user gives the same id, so that a repeated call finds the batch that the first one began. */
const idFor = (userId: string, table: string, key: string) => digest(['batch', userId, table, key]).slice(0, 24)

/** Many records at once. */
export function batchRoutes(deps: BatchDeps) {
  const { guards, tables, audit, batches, onBatchError } = deps
  const run = runBatch(deps)
  const undo = undoBatch(deps)

  async function batchOf(table: string, id: string): Promise<StoredBatch> {
    const found = await batches.find(table, id)
    if (!found) throw new AppError('not_found', 'Not found.')
    return found
  }

  /** The state of a batch. One that a dead process left unfinished is continued by this request. */
  async function current(batch: StoredBatch): Promise<Batch> {
    const left = batch.state === 'running' ? await batches.orphaned(batch._id) : undefined
    if (left) run(left, { isContinued: true }).catch(onBatchError)
    return toBatch(batch)
  }

  return new Elysia({ name: 'batch-routes' })
    .use(guards.access)
    .post(
      startBatch.path,
      async ({ params: { table }, body, request, status, ...context }) => {
        const descriptor = await tableFor(tables, context.identity, table, 'edit')
        const actor = actorOf(context)
        const key = idempotencyKeyFrom(request)
        const id = key && idFor(actor.id, table, key)
        const answer = (batch: Batch) => (batch.state === 'done' ? batch : status(202, batch))
        const repeated = async () => {
          const earlier = id && (await batches.find(table, id))
          if (!earlier) return undefined
          if (earlier.request === digest(body)) return answer(await current(earlier))
          throw new AppError('invalid_input', 'This Idempotency-Key was used for another batch.')
        }

        const first = await repeated()
        if (first) return first
        const ids = [...new Set(body.ids ?? (await matchingIds(deps, descriptor, body)))]
        const { action, changes } = body
        const about = { table, action, actor, ids, changes, request: digest(body), ...(id && { id }) }
        const entry = {
          actor,
          action: 'batch',
          table,
          about: { [action]: ids.length, ...(changes && { fields: fieldNames(changes) }) },
        } as const
        const begin = async () => {
          const begun = await batches.begin(about)
          if (!begun) throw conflict('The batch was started already.')
          return begun
        }
        let batch: StoredBatch
        try {
          batch = await audit.during(entry, begin, ({ _id }) => ({ recordId: _id.toHexString() }))
        } catch (error) {
          const other = await repeated()
          if (other) return other
          throw error
        }
        const batchId = batch._id.toHexString()
        const work = run(batch)
        work.catch(onBatchError)
        if (ids.length <= maxBatchAtOnce) await resultInTime(work)
        return answer(toBatch(await batchOf(table, batchId)))
      },
      callRoute(startBatch),
    )
    .get(
      readBatch.path,
      async ({ params: { table, id }, identity }) => {
        await tableFor(tables, identity, table, 'view')
        return current(await batchOf(table, id))
      },
      callRoute(readBatch),
    )
    .post(
      undoCall.path,
      async ({ params: { table, id }, ...context }) => {
        await tableFor(tables, context.identity, table, 'edit')
        const { _id, state } = await batchOf(table, id)
        if (state === 'running') throw conflict('The batch is still running.')
        const actor = actorOf(context)
        const begun = await audit.during(
          { actor, action: 'undo', table, recordId: id, ref: `undo/${id}` },
          async () => {
            const undoing = await batches.beginUndo(_id, actor)
            if (!undoing) throw conflict('The batch was undone already.')
            return undoing
          },
        )
        const work = undo(begun)
        work.catch(onBatchError)
        const end = await resultInTime(work)
        return end ?? toUndone((await batchOf(table, id)).undo!)
      },
      callRoute(undoCall),
    )
}
