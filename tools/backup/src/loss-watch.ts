import { idKeyOf } from './documents'
import type { ArchivePart } from './read-archive'
import { hasVanished, isLasting } from './vanished'

/** Most of what a journal holds is removed in its last steps, as where its database was lost. */
export class LostMost extends Error {
  override readonly name = 'LostMost'
}

/** A number of 52 bits for each document: a journal of a million fits into the memory of the archive tool. */
const keyOf = (collection: string, document: Buffer) =>
  Number(BigInt.asUintN(52, BigInt(Bun.hash(`${collection}\0${idKeyOf(document)}`))))

/** Counts the lasting documents that are there after each file of a journal. */
export function lossWatch() {
  const there = new Set<number>()
  const counts: number[] = []
  return {
    take(part: ArchivePart): void {
      if (part.kind === 'header' || !isLasting(part.collection)) return
      for (const document of part.documents) {
        const key = keyOf(part.collection, document)
        if (part.kind === 'removed') there.delete(key)
        else there.add(key)
      }
    },

    /** After each file. */
    ended: () => void counts.push(there.size),

    /** The last file after which there was not yet less than half of the most there was; undefined when there still is more. */
    lastGood(): number | undefined {
      const most = Math.max(0, ...counts)
      if (!hasVanished(most, counts.at(-1) ?? 0)) return undefined
      return counts.findLastIndex((count) => !hasVanished(most, count))
    },

    first: () => counts[0] ?? 0,
  }
}

/** The number of lasting documents in a whole archive. */
export const lastingDocuments = (manifest: Record<string, { documents: number }>) =>
  Object.entries(manifest).reduce((sum, [name, { documents }]) => sum + (isLasting(name) ? documents : 0), 0)
