import type { DayCancellation } from '@app/contracts/days'
import { invalidField } from '@app/contracts/errors'
import { isEnded, type Job as WireJob } from '@app/contracts/jobs'
import { maxUnconfirmedRecipients } from '@app/contracts/mailings'
import { type Actor, derivedId, type Job, toWire, undoJobId } from '@app/jobs'
import { everything } from '@app/record-query'
import { schoolDay, startOfDay } from '@app/school-time/school-day'
import { type Identity, requireAccess, requireRecentSignIn } from '@app/session'
import type { Context } from '../context'
import { answerWithinMs } from '../records/manage-batches'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import { announcementId, announcementTable, type CancelDayInput, type Canceled } from './cancel-day-job'
import type { LessonDays, LessonRow } from './lesson-days'

type Deps = Pick<Context, 'jobs' | 'runner'> &
  Pick<Tables, 'tables'> &
  Pick<Records, 'records'> & { lessonDays: LessonDays }

type Next = { id: string; isAnnounced: boolean; unwritten: Canceled[]; running: Job | undefined }

const keyOf = (date: string, place: string | undefined) => JSON.stringify(['cancel-day', date, place ?? null])

/** Cancels a day, as far as it is not canceled yet. */
export function cancelDay({ lessonDays, jobs, runner, tables, records }: Deps, now = Date.now) {
  /** True if the announcement of a job exists: people may have deleted it. */
  async function isStored(id: string): Promise<boolean> {
    const schema = await tables.find(announcementTable)
    return schema !== undefined && (await records.some(schema, [announcementId(id)], everything)).length > 0
  }

  /** The job of this day that is under way, or the id of a new one with what the earlier ones have left. */
  async function nextJob(key: string): Promise<Next> {
    let isAnnounced = false
    let unwritten: Canceled[] = []
    for (let n = 0; ; n++) {
      const id = derivedId(`${key}/${n}`)
      const earlier = (await jobs.find(id)) as Job<CancelDayInput> | undefined
      if (!earlier || !isEnded(earlier)) return { id, isAnnounced, unwritten, running: earlier }
      const { input, done, total, skipped } = earlier
      if (input === null) continue
      const { announce, write, lessons } = input
      const isUndone = (await jobs.find(undoJobId(id))) !== undefined
      if (announce !== undefined && done > lessons.length && !skipped.some((one) => one.id === announcementId(id)))
        isAnnounced = !isUndone && (await isStored(id))
      if (write !== undefined && done === total) unwritten = []
      else if (!isUndone) unwritten.push({ job: id, lessons })
    }
  }

  const settled = async (job: Job): Promise<WireJob> => {
    const end = (await runner.settled(job.id, answerWithinMs)) ?? job
    return toWire(end, { undoneBy: undefined, canUndo: runner.canUndo(end) })
  }

  /** The parts apart from the lessons need their own rights. */
  function checkRights({ announce, write }: DayCancellation, lessons: readonly LessonRow[], identity: Identity): void {
    if (announce !== undefined) requireAccess(identity, { table: 'announcements', level: 'edit' }, 'announcements')
    if (write === undefined) return
    requireAccess(identity, { table: 'students', level: 'view' }, 'students')
    const people = new Set(lessons.flatMap(({ students }) => students))
    if (people.size > maxUnconfirmedRecipients) requireRecentSignIn(identity)
  }

  return async (date: string, given: DayCancellation, identity: Identity, actor: Actor): Promise<WireJob> => {
    if (date < schoolDay(now())) throw invalidField('date', 'This day is over.')
    const { place, announce, ...rest } = given
    const ofDay = await lessonDays.lessons({ from: startOfDay(date), to: startOfDay(date, 1) }, everything)
    const lessons = ofDay.filter((row) => row['cancelled'] !== true && (place === undefined || row['place'] === place))
    checkRights(given, lessons, identity)
    const { running, id, isAnnounced, unwritten } = await nextJob(keyOf(date, place))
    if (running) return settled(running)
    const input: CancelDayInput = {
      ...rest,
      date,
      lessons: lessons.map((lesson) => lesson.id),
      ...(place !== undefined && { place }),
      ...(announce !== undefined && !isAnnounced && { announce }),
      ...(unwritten.length > 0 && { unwritten }),
    }
    const total = input.lessons.length + (input.announce ? 1 : 0) + (input.write ? 1 : 0)
    const right = { table: 'lessons', level: 'edit' } as const
    const job = { kind: 'cancel-day', table: right.table, actor, right, input, total, id }
    const about = { update: input.lessons.length, fields: 'cancelled', day: date }
    const begun = (await runner.begin(job, { action: 'batch', about })) ?? (await jobs.find(id))
    return settled(begun!)
  }
}
