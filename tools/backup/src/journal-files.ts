import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DamagedArchive } from './archive-format'

/**
 * A journal is a folder of series. The first file of a series holds everything, each other one what has changed since the
 * one before it; all are archives:
 *
 *   20261123T023000Z/000000-20261123T023000Z.tar.gz.age
 *   20261123T023000Z/000001-20261123T023020Z.tar.gz.age
 */
export const stampOf = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')

export const fileName = (number: number, at: Date, isEncrypted: boolean) =>
  `${String(number).padStart(6, '0')}-${stampOf(at)}.tar.gz${isEncrypted ? '.age' : ''}`

type JournalFile = { path: string; number: number; stamp: string }

/** The series in a journal, the oldest first. */
export const seriesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d{8}T\d{6}Z$/.test(name))
        .sort()
    : []

/** The finished files of a series in their order. */
function filesOf(folder: string, series: string): JournalFile[] {
  const found = readdirSync(join(folder, series)).sort()
  return found.flatMap((name) => {
    const [, number, stamp] = /^(\d{6})-(\d{8}T\d{6}Z)\.tar\.gz(?:\.age)?$/.exec(name) ?? []
    return number && stamp ? [{ path: join(folder, series, name), number: Number(number), stamp }] : []
  })
}

/** As UNTIL= takes it. */
export const inWords = (stamp: string) => stamp.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z')

/**
 * The files to restore, in their order: of the series that is the newest at `until`, all up to that time. With the files of the series
 * before it.
 *
 * @throws DamagedArchive when one in between is missing
 */
export function seriesToRestore(folder: string, until?: Date): { files: JournalFile[]; before: JournalFile[] } {
  const limit = until && stampOf(until)
  const all = seriesIn(folder).map((series) => filesOf(folder, series))
  // A series without its first file was never begun.
  const begun = all.filter((files) => files[0]?.number === 0)
  const [chosen, before = []] = begun
    .map((files) => files.filter(({ stamp }) => !limit || stamp <= limit))
    .filter((files) => files.length > 0)
    .sort((one, other) => (one.at(-1)!.stamp < other.at(-1)!.stamp ? 1 : -1))
  if (!chosen) {
    const first = begun[0]?.[0]
    throw new Error(
      first ? `The journal begins at ${inWords(first.stamp)}, after the time given.` : `${folder} holds no journal.`,
    )
  }
  const gap = chosen.findIndex(({ number }, at) => number !== at)
  if (gap > 0)
    throw new DamagedArchive(
      `file ${gap} of the journal is missing; UNTIL=${inWords(chosen[gap - 1]!.stamp)} restores what is before it`,
    )
  return { files: chosen, before }
}

/** Says up to when the journal reaches when one of its files cannot be used. */
export const restorableBefore = (files: readonly JournalFile[], at: number) =>
  at > 0 ? `; UNTIL=${inWords(files[at - 1]!.stamp)} restores what is before it` : ''
