import type { Descriptor } from '@app/table-schema/descriptor'
import { printExportQuery } from '@app/table-schema/list-query'
import * as v from 'valibot'
import { request } from '#lib/api'
import type { View } from '../list-view'
import { selectionFrom } from '../tables.api'

export const batchOutcome = v.object({
  id: v.string(),
  state: v.picklist(['running', 'done']),
  total: v.number(),
  changed: v.number(),
  skipped: v.array(v.object({ id: v.string(), reason: v.string() })),
})
export type BatchOutcome = v.InferOutput<typeof batchOutcome>

const started = v.object({ id: v.string(), total: v.number() })
const undone = v.object({ restored: v.number(), kept: v.array(v.object({ id: v.string(), reason: v.string() })) })

export type BatchAction =
  | { action: 'update'; changes: Record<string, unknown> }
  | { action: 'delete' }
  | { action: 'restore' }

/** Which records: the chosen ids, or all that match the list, of which `expected` were shown. */
export type BatchTarget = { ids: readonly string[] } | { query: string; expected: number }

export const batchTarget = (
  schema: Descriptor,
  view: View,
  selection: { ids: ReadonlySet<string>; everything: boolean },
  total: number,
): BatchTarget =>
  selection.everything
    ? { query: printExportQuery(selectionFrom(schema, view)), expected: total }
    : { ids: [...selection.ids] }

const path = (table: string, ...parts: string[]) => ['/api/tables', table, 'batches', ...parts].join('/')

const pollMs = 300
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Runs a batch to its end, reporting progress on the way. */
export async function runBatch(
  table: string,
  action: BatchAction,
  target: BatchTarget,
  onProgress: (outcome: BatchOutcome) => void,
): Promise<BatchOutcome> {
  const first = await request(v.union([batchOutcome, started]), path(table), {
    method: 'POST',
    body: { ...action, ...target },
  })
  if ('state' in first && first.state === 'done') return first
  for (;;) {
    await wait(pollMs)
    const outcome = await request(batchOutcome, path(table, first.id))
    if (outcome.state === 'done') return outcome
    onProgress(outcome)
  }
}

export const undoBatch = (table: string, id: string) =>
  request(undone, path(table, id, 'undo'), { method: 'POST', body: {} })
