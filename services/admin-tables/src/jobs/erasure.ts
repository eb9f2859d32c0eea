import { setTimeout as pause } from 'node:timers/promises'
import type { Audit } from '@app/audit'
import { seconds } from '@app/contracts/durations'
import { countIn } from '@app/contracts/erasures'
import { fileUrlsIn } from '@app/contracts/file-url'
import { inquiryTable } from '@app/contracts/inquiries'
import { isEnded } from '@app/contracts/jobs'
import type { Handler, JobRunner, JobStore } from '@app/jobs'
import { decodedText, encodingOf } from '../imports/decode-text'
import { textsOf } from '../imports/import-text'
import type { ErasureStore } from '../models/erasure-store'
import type { FileReferences } from '../models/file-references'
import { type ImportStore, importKey, type StoredImport } from '../models/import-store'
import { type PersonRecords, personTables } from '../models/person-records'
import type { ReceivedBookings } from '../models/received-bookings'
import type { ReceivedStore } from '../models/received-store'

const maxPasses = 10
/** Longer than an address, and than the URL of a file: what is cut by the end of a piece is found in the next one. */
const overlap = 1_000

export type ErasureJobDeps = {
  erasures: Pick<ErasureStore, 'find' | 'add' | 'complete'>
  persons: PersonRecords
  imports: Pick<ImportStore, 'erase' | 'bytes'>
  received: Pick<ReceivedStore, 'erase'>
  bookings: Pick<ReceivedBookings, 'forget'>
  files: Pick<FileReferences, 'removeUnused'>
  jobs: Pick<JobStore, 'forget'>
  audit: Pick<Audit, 'append'>
}

/** Whether a file mentions an address, and the files that it names. */
async function scan({ bytes }: Pick<ImportStore, 'bytes'>, imported: StoredImport, address: string) {
  let isMentioned = false
  const urls = new Set<string>()
  for (const { file, encoding } of textsOf(imported)) {
    const read = () => bytes(file)
    let text = ''
    for await (const piece of decodedText(read, encoding ?? (await encodingOf(read)))) {
      text = text.slice(-overlap) + piece
      isMentioned ||= text.toLowerCase().includes(address)
      for (const url of fileUrlsIn(text)) urls.add(url)
    }
  }
  return { isMentioned, urls: [...urls] }
}

/**
 * Erases everything of an address, and the files that only that referred to. Writes that began before usually end within the pause
 * between two passes; a later one finds the erasure and undoes itself. It runs to its end whatever happens to its author.
 */
export const erasureJob = (
  { erasures, persons, imports, received, bookings, files, jobs, audit }: ErasureJobDeps,
  pauseMs = seconds(0.3),
): Handler<{ erasure: string }> => ({
  version: 1,
  async *run({ input }) {
    const erasure = await erasures.find(input.erasure)
    if (erasure?.address === undefined) return
    const { address } = erasure
    const records = new Set(erasure.records)
    for (let pass = 0; pass < maxPasses; pass++) {
      if (pass > 0) await pause(pauseMs)
      const found = await persons.of(address)
      for (const record of found) records.add(record)
      await erasures.add(erasure, found, await persons.filesOf([...records], address))
      await persons.remove([...records])
      await persons.forget(address)
      yield { done: records.size, changed: records.size }
      if (pass > 0 && found.length === 0) break
    }
    const ids = [...records].map((record) => record.slice(record.indexOf('/') + 1))
    await received.erase(address, ids)
    await bookings.forget(ids)
    const removed = await imports.erase(personTables, async (imported) => {
      const { isMentioned, urls } = await scan(imports, imported, address)
      if (isMentioned) await erasures.add(erasure, [], urls)
      return isMentioned
    })
    await jobs.forget(
      removed.map(({ id }) => importKey(id)),
      'The file was erased.',
    )
    const { files: named = [] } = (await erasures.find(input.erasure)) ?? {}
    const removedFiles = await files.removeUnused(named)
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
