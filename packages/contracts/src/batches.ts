import * as v from 'valibot'
import { objectIdPattern } from './object-id'

export const maxBatchSize = 10_000
/** More ids than these would not fit into a request; a query has no such limit. */
export const maxBatchIds = 9_500
/** Beyond it a batch runs in the background. */
export const maxBatchAtOnce = 200

const recordId = v.pipe(v.string(), v.regex(objectIdPattern))

/** `POST /api/tables/{table}/batches`. `query` is a list query; `expected` the total that was shown for it. */
export const batchRequest = v.pipe(
  v.strictObject({
    action: v.picklist(['update', 'delete', 'restore']),
    ids: v.optional(
      v.pipe(
        v.array(recordId),
        v.minLength(1),
        v.maxLength(maxBatchIds, `Give at most ${maxBatchIds} ids, or a query`),
      ),
    ),
    query: v.optional(v.pipe(v.string(), v.maxLength(4_096))),
    changes: v.optional(v.looseObject({})),
    expected: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
  v.check(({ ids, query }) => (ids === undefined) !== (query === undefined), 'Give either ids or a query'),
  v.check(
    ({ action, changes }) => (action === 'update') === (changes !== undefined),
    'Give changes for an update only',
  ),
)
export type BatchRequest = v.InferOutput<typeof batchRequest>

const state = v.picklist(['running', 'done'])
const reasons = v.array(v.object({ id: v.string(), reason: v.string() }))

/** `POST .../batches/{id}/undo`: what was changed since is kept. */
export const batchUndone = v.object({ state, restored: v.number(), kept: reasons })
export type BatchUndone = v.InferOutput<typeof batchUndone>

/** Every record is changed, or is listed with its reason. An import is a batch, too. */
export const batch = v.object({
  id: v.string(),
  action: v.picklist(['update', 'delete', 'restore', 'import']),
  state,
  total: v.number(),
  changed: v.number(),
  skipped: reasons,
  undo: v.optional(batchUndone),
})
export type Batch = v.InferOutput<typeof batch>
