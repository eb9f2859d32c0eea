import type { ValueFix } from '@app/contracts/schema-editor'
import type { Handler, JobStore } from '@app/jobs'
import { schoolDay } from '@app/school-time/school-day'
import type { TableSchema } from '@app/table-schema'
import { type BatchDeps, countRevisions } from '../records/batch-job'
import { undoJob } from '../records/undo-job'
import { notesKey, schemaIn, versionOf } from '../tables/stored-schema'
import { type FixJobDeps, fixPart } from './fix-job'
import { changedFields, faultsIn, fieldsToRead } from './impact'
import type { ManageSchemas } from './manage-schemas'
import { storedAt, storedSchema, usable } from './show-schema'

/** Records listed because they keep values that do not fit. The preview counts all of them. */
const maxKept = 1_000

export type PublishInput = { version: string; schema: TableSchema; fixes: Readonly<Record<string, ValueFix>> }
type PublishProgress = {
  /** The values before, which an undo restores. */
  former: Record<string, unknown>
  /** Fields whose values the schema judges otherwise and that no fix is chosen for. */
  judged: string[]
  kept: number
  /** The last record that was checked, or fixed; `null` before the first and after the last one. */
  next: string | null
  isChecked: boolean
  /** The version that was saved. */
  saved?: string
}

type PublishJobDeps = FixJobDeps & BatchDeps & { editor: Pick<ManageSchemas, 'save'>; jobs: Pick<JobStore, 'find'> }

/**
 * Tries a schema against all records, saves it, and sets or clears what does not fit. The fixes follow the save, since they are
 * ordinary writes, which the new schema judges. A save that a crash cut off from its report is recognized by the job it names.
 */
export const publishJob = (deps: PublishJobDeps): Handler<PublishInput, PublishProgress> => ({
  version: 1,
  undoneBy: 'undo-publish',
  changesMore: true,
  countChanged: countRevisions(deps),
  async *run(job, { hold }) {
    const { id, table, actor, input, progress } = job
    const { version, schema, fixes } = input
    let { done, changed } = job
    const { schemas, values, editor } = deps
    const name = table!
    const total = await values.total(name)
    let now: PublishProgress | null = progress
    if (now === null) {
      const stored = await storedAt(schemas, name, version)
      const judged = changedFields(usable(stored), schema).filter((field) => !Object.hasOwn(fixes, field))
      now = { former: schemaIn(stored), judged, kept: 0, next: null, isChecked: judged.length === 0 }
      yield { total, progress: now }
    }
    while (!now.isChecked) {
      const { judged, kept }: PublishProgress = now
      const skipped: { id: string; reason: string }[] = []
      const today = schoolDay()
      const part = await values.part(name, fieldsToRead(schema, judged), now.next ?? undefined, (record) => {
        const [reason] = Object.values(faultsIn(schema, record, judged, today))
        if (reason !== undefined && kept + skipped.length < maxKept) skipped.push({ id: record.id, reason })
        return true
      })
      now = { ...now, kept: kept + skipped.length, next: part.next, isChecked: part.next === null }
      yield { skipped, progress: now }
    }
    const hasFixes = Object.keys(fixes).length > 0
    if (now.saved === undefined) {
      const stored = await storedSchema(schemas, name)
      hold()
      const isSaved = stored[notesKey]?.saved_in === id
      const saved = isSaved ? versionOf(stored) : (await editor.save(actor!, name, version, schema, id)).version
      now = { ...now, saved }
      yield { done: hasFixes ? 0 : total, progress: now, isLast: !hasFixes }
    }
    let isFixed = false
    while (!isFixed) {
      const part = await fixPart(deps, { job, hold }, { version: now.saved!, fixes }, now.next)
      done += part.checked
      changed += part.changed
      isFixed = part.next === null
      now = { ...now, next: part.next }
      yield { done, total: Math.max(total, done), changed, skipped: part.skipped, progress: now, isLast: isFixed }
    }
  },
})

/** Restores the former schema, and then the values that were fixed; neither once the schema was saved again. */
export const undoPublishJob = (deps: PublishJobDeps): Handler<null> => ({
  version: 1,
  async *run(job, context) {
    const { id, table, actor, undoes } = job
    const published = (await deps.jobs.find(undoes!))?.progress as PublishProgress | null | undefined
    const stored = await storedSchema(deps.schemas, table!)
    const savedIn = stored[notesKey]?.saved_in
    if (published && savedIn !== id && (published.saved !== undefined || savedIn === undoes)) {
      context.hold()
      // Refused once it was saved again.
      await deps.editor.save(actor!, table!, published.saved ?? versionOf(stored), published.former, id)
      yield { done: 0 }
    }
    yield* undoJob(deps, true).run(job, context)
  },
})
