import type { Skipped } from '@app/contracts/jobs'
import type { Handler } from '@app/jobs'
import { everything } from '@app/record-query'
import { type BatchDeps, chunkSize } from '../records/batch-job'
import { skipReason } from '../records/write'

/** A sample as it was when the removal was requested. `name` is what a skipped one is called. */
export type SampleToRemove = { table: string; id: string; version: string; name: string }
type RemoveSamplesInput = { samples: readonly SampleToRemove[] }

/** The samples from `at` on that one chunk removes: those of one table. */
function chunkAt(samples: readonly SampleToRemove[], at: number): readonly SampleToRemove[] {
  const part = samples.slice(at, at + chunkSize)
  const end = part.findIndex(({ table }) => table !== part[0]!.table)
  return end < 0 ? part : part.slice(0, end)
}

/**
 * Moves sample records to the trash. One that was changed since the request stays, and one that other records refer to: what people
 * have made of it is not lost.
 */
export const removeSamplesJob = ({ apply, revisions, trash }: BatchDeps): Handler<RemoveSamplesInput> => ({
  version: 1,
  undoneBy: 'undo-samples',
  countChanged: async ({ id }) => (await revisions.ofBatch(id)).length,
  async *run({ id: batch, actor, input: { samples }, done, changed }, { hold }) {
    while (done < samples.length) {
      const part = chunkAt(samples, done)
      const skipped: Skipped[] = []
      const writes = part.map(({ table, id, version }) => ({
        action: 'delete' as const,
        table,
        id,
        expectedVersion: version,
      }))
      const outcomes = await apply(actor!, { source: 'batch', batch, hold, scope: everything }, writes)
      for (const [at, { table, id, name }] of part.entries()) {
        // Also after an interrupted attempt, whose deletions name this job.
        const reason = await skipReason({ trash }, batch, table, outcomes[at]!)
        if (reason !== undefined) skipped.push({ id, reason: `${name}: ${reason}` })
      }
      done += part.length
      changed += part.length - skipped.length
      yield { done, changed, skipped, isLast: done === samples.length }
    }
  },
})
