import { minutes } from '@app/contracts/durations'
import { logSwept } from '@app/files/file-bytes'
import type { Context, Part } from '../context'
import type { Files } from '../files/module'
import type { Tables } from '../tables/module'
import { applyWrites } from './apply-writes'
import { batchJob } from './batch-job'
import { sweepDeletions } from './delete-record'
import { erasureStore } from './erasure-store'
import { fileReferences, fileSweep } from './file-sweep'
import { type NoteErased, personRecords } from './person-records'
import { recordStore } from './record-store'
import { recordWriter, revisionCopier, sweepRevisions } from './record-writer'
import { referenceIntegrity } from './reference-integrity'
import { referenceStore } from './reference-store'
import { revisionStore } from './revision-store'
import { recordRoutes } from './routes'
import { trashStore } from './trash-store'
import { undoJob } from './undo-job'
import { rightChecker, userRights } from './user-rights'

type Below = { tables: Tables; files: Files; noteErased: NoteErased }

/** Records of all tables: reading and writing them, their revisions and references, the trash. */
export function recordsModule(
  context: Context,
  { tables: { tables, marks }, files: { files, bytes }, noteErased }: Below,
) {
  const { db, collection, withoutTimeout, log, warn, audit, users, sessions, actors, jobs, runner, scopeOf } = context
  const records = recordStore(db)
  const references = referenceStore({ db, tables })
  const trash = trashStore(() => collection('trash'))
  const erasures = erasureStore(collection)
  const revisions = revisionStore(collection, audit.append, erasures.covered, undefined, context.announced)
  const persons = personRecords(collection, revisions, tables.all, noteErased)
  const copier = revisionCopier(revisions, warn('revisions could not be copied yet'))
  const sweepPending = sweepRevisions({ tables, revisions })
  const writer = recordWriter(collection)
  const writes = {
    ...{ tables, records, writer, trash, revisions, erasures, persons, files },
    integrity: referenceIntegrity(collection, tables.all),
    rights: userRights({ users, sessions }),
    hasRight: rightChecker({ find: actors }),
    copyLater: copier.add,
  }
  const apply = applyWrites(writes)
  const completeDeletions = sweepDeletions(writes)
  const mentions = fileReferences({
    ...{ db, bytes, withoutTimeout },
    tables: async () => [...(await tables.listed()).map(({ name }) => name), ...(await tables.retired())],
  })
  const orphans = fileSweep({ db, references: mentions, bytes, tables, marks })
  const batches = { apply, revisions, trash }

  const part: Part = {
    stores: [trash, erasures, revisions],
    routes: recordRoutes({ tables, records, references, trash, apply, audit, jobs, runner, scopeOf }),
    jobs: { batch: batchJob(batches), undo: undoJob(batches) },
    repeated: [
      { run: completeDeletions, everyMs: minutes(1), failed: 'interrupted deletions could not be settled yet' },
    ],
    async complete() {
      await completeDeletions()
      await sweepPending()
      for (const { records } of await erasures.all()) await persons.remove(records)
    },
    async sweep() {
      const swept = await orphans.sweep()
      if ('paused' in swept)
        log.warn({ tables: swept.paused }, 'orphaned files kept: repair the descriptions of these tables')
      else if (swept.trashed + swept.removed > 0) log.info(swept, 'orphaned files swept')
      logSwept(log, await bytes.sweep())
    },
    close: copier.close,
  }
  return {
    ...{ records, references, trash, erasures, revisions, persons, writer, apply, batches, sweepPending },
    /** Which files records refer to. */
    mentions,
    part,
  }
}
export type Records = ReturnType<typeof recordsModule>
