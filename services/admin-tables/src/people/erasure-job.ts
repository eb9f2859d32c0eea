import { setTimeout as pause } from 'node:timers/promises'
import type { Audit } from '@app/audit'
import type { StopTask } from '@app/concurrency/run-loop'
import { runLoop } from '@app/concurrency/run-loop'
import { seconds } from '@app/contracts/durations'
import { countIn, idsIn } from '@app/contracts/erasures'
import { inquiryTable } from '@app/contracts/inquiries'
import { isEnded } from '@app/contracts/jobs'
import type { LaterPlace } from '@app/contracts/person-file'
import { personTables } from '@app/contracts/policy'
import type { Handler, JobRunner, JobStore } from '@app/jobs'
import type { Signals } from '@app/redis/signals'
import type { ReceivedBookings } from '../bookings/received-bookings'
import type { ReceivedStore } from '../bookings/received-store'
import { type ImportStore, importKey } from '../imports/import-store'
import { scanImport } from '../imports/scan-import'
import type { ErasureStore } from '../records/erasure-store'
import type { FileReferences } from '../records/file-sweep'
import type { PersonRecords } from '../records/person-records'
import type { PersonsOnPage } from '../website/persons-on-page'

const maxPasses = 10

type ErasureJobDeps = {
  erasures: Pick<ErasureStore, 'find' | 'add' | 'complete'>
  persons: Pick<PersonRecords, 'of' | 'filesOf' | 'namesOf' | 'remove' | 'forget'>
  imports: Pick<ImportStore, 'erase' | 'bytes'>
  received: Pick<ReceivedStore, 'erase'>
  bookings: Pick<ReceivedBookings, 'forget'>
  files: Pick<FileReferences, 'removeUnused'>
  personsOnPage: Pick<PersonsOnPage, 'erase'>
  jobs: Pick<JobStore, 'forget'>
  audit: Pick<Audit, 'append'>
}

/**
 * Erases everything of an address or of the records that are named, and the files that only that referred to. Writes that began before usually end within the pause
 * between two passes; a later one finds the erasure and undoes itself. It runs to its end whatever happens to its author.
 */
export const erasureJob = (
  { erasures, persons, imports, received, bookings, files, personsOnPage, jobs, audit }: ErasureJobDeps,
  rest: () => Promise<unknown> = () => pause(seconds(0.3)),
): Handler<{ erasure: string }> => ({
  version: 1,
  async *run({ input }) {
    const erasure = await erasures.find(input.erasure)
    if (!erasure || erasure.done_at) return
    const { address } = erasure
    const records = new Set(erasure.records)
    for (let pass = 0; pass < maxPasses; pass++) {
      if (pass > 0) await rest()
      const found = address === undefined ? [] : await persons.of(address)
      for (const record of found) records.add(record)
      const [files, names] = await Promise.all([persons.filesOf([...records], address), persons.namesOf([...records])])
      await erasures.add(erasure, found, { files, names })
      await persons.remove([...records])
      if (address !== undefined) await persons.forget(address)
      yield { done: records.size, changed: records.size }
      if (pass > 0 && found.length === 0) break
    }
    const ids = idsIn([...records])
    let removedFiles = 0
    // In this order: the files that an import names are known once it is gone.
    const later: Record<LaterPlace, () => Promise<void>> = {
      received: () => received.erase(address, ids),
      bookings: () => bookings.forget(ids),
      async imports() {
        // Files are searched by the address; a name alone may be anyone's.
        if (address === undefined) return
        const removed = await imports.erase(personTables, async (imported) => {
          const { isMentioned, urls } = await scanImport(imports, imported, address)
          if (isMentioned) await erasures.add(erasure, [], { files: urls })
          return isMentioned
        })
        await jobs.forget(
          removed.map(({ id }) => importKey(id)),
          'The file was erased.',
        )
      },
      async files() {
        const { files: named = [] } = (await erasures.find(input.erasure)) ?? {}
        removedFiles = await files.removeUnused(named)
      },
      async website() {
        const { names = [] } = (await erasures.find(input.erasure)) ?? {}
        await personsOnPage.erase({ names, address })
      },
    }
    for (const empty of Object.values(later)) await empty()
    const counted = { records: [...records] }
    const about = {
      step: 'done',
      deleted: countIn(counted, inquiryTable),
      students: countIn(counted, 'students'),
      files: removedFiles,
    }
    const ref = `erasure/${input.erasure}`
    await audit.append({ actor: erasure.actor ?? null, action: 'erase', table: inquiryTable, about, ref })
    await erasures.complete(erasure)
  },
})

type StartDeps = {
  erasures: Pick<ErasureStore, 'open'>
  jobs: Pick<JobStore, 'latest'>
  runner: Pick<JobRunner, 'begin'>
}

/** Follows what forms requests, by signals, and looks by itself now and then. */
export function followErasures(
  { signals, ...deps }: StartDeps & { signals: Signals },
  onError: (error: unknown) => void,
): StopTask {
  const start = startErasures(deps)
  const loop = runLoop(() => start().then(() => signals.restMs(seconds(2))), onError)
  signals.on('erasures', loop.wake)
  return loop.stop
}

/** Begins the erasures that forms has requested. One whose job has failed begins again. */
export const startErasures =
  ({ erasures, jobs, runner }: StartDeps) =>
  async (): Promise<void> => {
    for (const { _id, actor } of await erasures.open()) {
      const key = `erasure/${_id.toHexString()}`
      const earlier = await jobs.latest(key)
      if (earlier && !isEnded(earlier)) continue
      const job = { kind: 'erasure', table: null, right: null, input: { erasure: _id.toHexString() }, key, lane: key }
      await runner.begin({ ...job, actor: actor ?? null })
    }
  }
