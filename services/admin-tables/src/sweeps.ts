import { completed } from '@app/contracts/website/completed'
import { pictureIdsOf } from '@app/contracts/website/pictures'
import { type FileBytes, logSwept } from '@app/files/file-bytes'
import type { Log } from '@app/service'
import type { ImportStore } from './imports/import-store'
import { sweepDeletions } from './records/copy-revisions'
import type { ErasureStore } from './records/erasure-store'
import type { fileSweep } from './records/file-sweep'
import type { PersonRecords } from './records/person-records'
import type { ManageSchemas } from './schemas/manage-schemas'
import type { PictureStore } from './website/picture-store'
import type { Portraits } from './website/portraits'
import type { ScheduledPublications } from './website/scheduled-publication'
import type { WebsiteStore } from './website/website-store'

type Deps = {
  writes: Parameters<typeof sweepDeletions>[0]
  sweepPending: () => Promise<unknown>
  erasures: Pick<ErasureStore, 'all'>
  persons: Pick<PersonRecords, 'remove'>
  orphans: ReturnType<typeof fileSweep>
  bytes: Pick<FileBytes, 'sweep'>
  imports: Pick<ImportStore, 'sweep'>
  editor: Pick<ManageSchemas, 'sweep'>
  pictures: Pick<PictureStore, 'sweep'>
  portraits: Pick<Portraits, 'used'>
  website: Pick<WebsiteStore, 'pictures'>
  scheduled: Pick<ScheduledPublications, 'content'>
  /** Of students that a replica of the last release has stored. */
  moveGuardians: () => Promise<number>
  waivers: { sweep: () => Promise<void> }
  log: Log
}

/** Completes what crashes have left, and removes what nothing needs any more. */
export function sweeps(deps: Deps) {
  const { writes, sweepPending, erasures, persons, orphans, bytes, imports, editor, log } = deps

  async function completeWrites(): Promise<void> {
    await sweepDeletions(writes)()
    await sweepPending()
    for (const { records } of await erasures.all()) await persons.remove(records)
    await deps.waivers.sweep()
  }

  /** The pictures of the website that a version, the draft, or a publication that waits refers to, and the photos of those it shows. */
  async function usedPictures(): Promise<ReadonlySet<string>> {
    const waiting = await deps.scheduled.content()
    const scheduled = waiting ? pictureIdsOf(completed(waiting)) : []
    const people = await deps.portraits.used()
    return new Set([...(await deps.website.pictures()), ...scheduled.map(([, id]) => id), ...people])
  }

  async function sweep(): Promise<void> {
    await completeWrites()
    const guardians = await deps.moveGuardians()
    if (guardians > 0) log.info({ students: guardians }, 'texts of guardians moved into records')
    const swept = await orphans.sweep()
    if ('paused' in swept)
      log.warn({ tables: swept.paused }, 'orphaned files kept: repair the descriptions of these tables')
    else if (swept.trashed + swept.removed > 0) log.info(swept, 'orphaned files swept')
    logSwept(log, await bytes.sweep())
    await imports.sweep()
    await editor.sweep()
    const pictures = await deps.pictures.sweep(usedPictures)
    if (pictures > 0) log.info({ removed: pictures }, 'unused pictures swept')
  }

  return { completeWrites, sweep }
}
