import type { DayCancellation } from '@app/contracts/days'
import { AppError } from '@app/contracts/errors'
import type { MailingDraft } from '@app/contracts/mailings'
import { derivedId, type Handler, type Job, type Right } from '@app/jobs'
import { everything } from '@app/record-query'
import { startOfDay } from '@app/school-time/school-day'
import type { Context } from '../context'
import { type BatchDeps, batchJob, countRevisions } from '../records/batch-job'
import { undoJob } from '../records/undo-job'

const table = 'lessons'
export const announcementTable = 'announcements'
const mayAnnounce: Right = { table: announcementTable, level: 'edit' }
const maySeeInstructors: Right = { table: 'instructors', level: 'view' }
const rightEnded = 'The right to change announcements has ended.'

/** Lessons that a job has canceled, as far as it came. */
export type Canceled = { job: string; lessons: readonly string[] }

export type CancelDayInput = Omit<DayCancellation, 'place'> & {
  date: string
  place?: string
  lessons: readonly string[]
  /** Of earlier jobs that wrote to nobody. */
  unwritten?: readonly Canceled[]
}

type CancelDayDeps = BatchDeps & Pick<Context, 'hasRight' | 'requested'>

export const announcementId = (job: string) => derivedId(`announcement/${job}`)
const withReason = (text: string, reason: string) => text.replaceAll('{reason}', reason)

/** The same after every restart: what the job has created is found by its id. */
const announcementOf = ({ id, createdAt, input }: Job<CancelDayInput>) => ({
  action: 'create' as const,
  table: announcementTable,
  id: announcementId(id),
  values: {
    text: withReason(input.announce!, input.reason),
    kind: 'closed',
    starts_at: createdAt.toISOString(),
    ends_at: startOfDay(input.date, 1).toISOString(),
    published: true,
  },
})

/**
 * Cancels the lessons of a day, announces it, then requests the mails from forms. Each step finds by ids what an interrupted attempt has
 * done, so nothing happens twice.
 */
export function cancelDayJob(deps: CancelDayDeps): Handler<CancelDayInput> {
  const { apply, revisions, hasRight, requested } = deps
  const lessonsAs = batchJob(deps)

  async function announce(job: Job<CancelDayInput>, hold: () => void) {
    const id = announcementId(job.id)
    if (!(await hasRight({ actor: job.actor, right: mayAnnounce }))) return [{ id, reason: rightEnded }]
    const [outcome] = await apply(job.actor!, { source: 'batch', batch: job.id, hold, scope: everything }, [
      announcementOf(job),
    ])
    return outcome && 'error' in outcome ? [{ id, reason: outcome.error.message }] : []
  }

  /** To the participants and, where the author may see them, the instructors of the lessons that this job has canceled, or an earlier one that wrote to nobody. */
  async function write({ id, actor, input }: Job<CancelDayInput>, hold: () => void) {
    const { write: mail, reason, lessons, unwritten = [] } = input
    const parts = [{ job: id, lessons }, ...unwritten].map(async (one) => {
      await revisions.flushBatch(table, one.job)
      return revisions.recordsOfBatch(one.job, table, one.lessons)
    })
    const canceled = [...new Set((await Promise.all(parts)).flatMap((ids) => [...ids]))]
    if (canceled.length === 0) return
    const seesInstructors = await hasRight({ actor, right: maySeeInstructors })
    const draft: MailingDraft = {
      about: { table, ids: canceled },
      to: seesInstructors ? ['students', 'instructors'] : ['students'],
      subject: withReason(mail!.subject, reason),
      text: withReason(mail!.text, reason),
    }
    const right: Right[] = [table, ...draft.to].map((name) => ({ table: name, level: 'view' }))
    hold()
    const about = { kind: 'mailing', table: draft.to[0]!, actor, right, input: { draft } }
    await requested.add({ id: derivedId(`mailing/${id}`), ...about }, 1)
  }

  return {
    version: 1,
    undoneBy: 'undo-day',
    countChanged: countRevisions(deps),
    async *run(job, context) {
      const { lessons, ...input } = job.input
      let { done, changed } = job
      const steps = [input.announce && 'announce', input.write && 'write'].filter(Boolean)
      const total = lessons.length + steps.length
      const batch = { ...job, input: { action: 'update' as const, ids: lessons, changes: { cancelled: true } } }
      for await (const chunk of lessonsAs.run(batch, context)) {
        done = chunk.done ?? done
        changed = chunk.changed ?? changed
        yield { ...chunk, isLast: done === total }
      }
      for (const step of steps.slice(Math.max(0, done - lessons.length))) {
        const skipped = step === 'announce' ? await announce(job, context.hold) : []
        if (step === 'write') await write(job, context.hold)
        if (step === 'announce' && skipped.length === 0) changed++
        done++
        yield { done, changed, skipped, isLast: done === total }
      }
    },
  }
}

/** Restores lessons and announcement, as far as they were not changed since. Mails are sent. */
export function undoDayJob(deps: CancelDayDeps): Handler<null> {
  const undo = undoJob(deps)
  return {
    version: 1,
    async *run(job, context) {
      await deps.revisions.flushBatch(announcementTable, job.undoes!)
      const announced = await deps.revisions.recordsOfBatch(job.undoes!, announcementTable, [
        announcementId(job.undoes!),
      ])
      if (announced.size > 0 && !(await deps.hasRight({ actor: job.actor, right: mayAnnounce })))
        throw new AppError(
          'forbidden',
          'The undo removes an announcement, which needs the right to change announcements.',
        )
      yield* undo.run(job, context)
    },
  }
}
