import { AppError, conflict } from '@app/contracts/errors'
import { inquiryTable } from '@app/contracts/inquiries'
import { type InquiryAction, type InquiryBatch, maxInquiries } from '@app/contracts/inquiry-batches'
import type { Skipped, Job as WireJob } from '@app/contracts/jobs'
import { type Actor, type Handler, type JobRunner, type JobStore, toWire } from '@app/jobs'
import { everything } from '@app/record-query'
import type { SelectedRecords } from '../inquiries/selected-records'
import { type Assigner, checkAssignee, type FindPerson } from './colleagues'

/** Inquiries between two looks at the right of the author. */
const chunkSize = 25

export type InquiriesInput = { action: InquiryAction; ids: readonly string[]; person?: string | null }

/** Actions on one inquiry. `action` names the job, by which a repeated step and the undo recognize its change. */
export type InquirySteps = {
  setStatus(id: string, status: 'closed', action: string): Promise<unknown>
  assign(id: string, person: string | null, action: string, assigner?: Assigner): Promise<unknown>
  markAsSpam(id: string, action: string): Promise<unknown>
  release(id: string, requestId: string, action: string): Promise<unknown>
  undo(id: string, requestId: string, action: string): Promise<unknown>
  stateAfter(id: string, action: string): Promise<'done' | 'undone' | undefined>
}

/** Runs a step for each; a refusal is the reason why it is skipped. */
async function each(ids: readonly string[], step: (id: string) => Promise<unknown>): Promise<Skipped[]> {
  const skipped: Skipped[] = []
  for (const id of ids)
    try {
      await step(id)
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      skipped.push({ id, reason: error.message })
    }
  return skipped
}

/** Marks inquiries as spam or not spam, closes them, or assigns them. */
export const inquiriesJob = (steps: InquirySteps): Handler<InquiriesInput> => ({
  version: 1,
  undoneBy: 'undo-inquiries',
  async *run({ id: job, actor, input: { action, ids, person = null }, done: start, changed, isResumed }, { hold }) {
    const { requestId } = actor!
    // One mail tells of all of them: that of the first which is assigned.
    const assigner = { ...actor!, more: ids.length - 1 }
    let isTold = changed > 0
    const act: Record<InquiryAction, (id: string) => Promise<unknown>> = {
      spam: (id) => steps.markAsSpam(id, job),
      'not-spam': (id) => steps.release(id, requestId, job),
      close: (id) => steps.setStatus(id, 'closed', job),
      assign: async (id) => {
        await steps.assign(id, person, job, isTold ? undefined : assigner)
        isTold = true
      },
    }
    for (let at = start; at < ids.length; at += chunkSize) {
      const part = ids.slice(at, at + chunkSize)
      const skipped = await each(part, async (id) => {
        if (isResumed && at === start && (await steps.stateAfter(id, job))) {
          isTold = true
          return
        }
        hold()
        await act[action](id)
      })
      changed += part.length - skipped.length
      yield { done: at + part.length, changed, skipped, isLast: at + part.length === ids.length }
    }
  },
})

/** Restores each inquiry to what it was, as far as nobody has acted on it since. */
export const undoInquiriesJob = (steps: InquirySteps, jobs: Pick<JobStore, 'find'>): Handler<null> => ({
  version: 1,
  async *run({ undoes, actor, done: start, changed, isResumed }, { hold }) {
    const job = await jobs.find(undoes!)
    const { ids: all = [] } = (job?.input ?? {}) as Partial<InquiriesInput>
    const never = new Set(job?.skipped.map(({ id }) => id))
    const reported = job?.done ?? 0
    // An attempt that was interrupted may have changed some of the next chunk.
    const next = all.slice(reported, reported + chunkSize)
    const states = await Promise.all(next.map((id) => steps.stateAfter(id, undoes!)))
    const changedIds = [...all.slice(0, reported), ...next.filter((_, at) => states[at] !== undefined)]
    const ids = changedIds.filter((id) => !never.has(id))
    for (let at = start; at < ids.length; at += chunkSize) {
      const part = ids.slice(at, at + chunkSize)
      const skipped = await each(part, async (id) => {
        const state = await steps.stateAfter(id, undoes!)
        if (isResumed && at === start && state === 'undone') return
        if (state !== 'done') throw conflict('It was changed since.')
        hold()
        await steps.undo(id, actor!.requestId, undoes!)
      })
      changed += part.length - skipped.length
      yield { total: ids.length, done: at + part.length, changed, skipped, isLast: at + part.length === ids.length }
    }
  },
})

/** Before the edge's limit for a request. */
const answerWithinMs = 1_500

type InquiryBatchDeps = {
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
