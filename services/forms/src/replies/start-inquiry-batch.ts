import { AppError, conflict } from '@app/contracts/errors'
import { inquiryTable } from '@app/contracts/inquiries'
import { type InquiryBatch, maxInquiries } from '@app/contracts/inquiry-batches'
import type { Job as WireJob } from '@app/contracts/jobs'
import { type Actor, type JobRunner, toWire } from '@app/jobs'
import { everything } from '@app/record-query'
import type { SelectedRecords } from '../inquiries/selected-records'
import { checkAssignee, type FindPerson } from './assignable'
import type { InquiriesInput } from './inquiries-job'

/** Before the edge's limit for a request. */
const answerWithinMs = 1_500

export type InquiryBatchDeps = {
  select: SelectedRecords
  person: FindPerson
  runner: Pick<JobRunner, 'begin' | 'settled' | 'canUndo'>
}

/** Begins to change several inquiries; short batches have usually ended when it returns. */
export function startInquiryBatch({ select, person: find, runner }: InquiryBatchDeps) {
  async function idsOf({ ids, query, expected }: InquiryBatch): Promise<string[]> {
    if (ids) return [...new Set(ids)]
    const found = await select(inquiryTable, { query }, [], maxInquiries, everything)
    if (expected !== undefined && expected !== found.length)
      throw conflict(`${found.length} records match now, not ${expected}.`)
    return found.map(({ _id }) => String(_id))
  }

  return async (batch: InquiryBatch, { id, email, requestId }: Actor): Promise<WireJob> => {
    const { action, person } = batch
    if (person) await checkAssignee(find, person)
    const ids = await idsOf(batch)
    const input: InquiriesInput = { action, ids, ...(person !== undefined && { person }) }
    const right = { table: inquiryTable, level: 'edit' } as const
    const actor = { id, email, requestId }
    const job = { kind: 'inquiries', table: inquiryTable, actor, right, input, total: ids.length }
    const begun = await runner.begin(job, { action: 'batch', about: { [action]: ids.length } })
    if (!begun) throw new AppError('internal', 'The job was not stored.')
    const now = (await runner.settled(begun.id, answerWithinMs)) ?? begun
    return toWire(now, { undoneBy: undefined, canUndo: runner.canUndo(now) })
  }
}

export type StartInquiryBatch = ReturnType<typeof startInquiryBatch>
