import { RestoreUnfinished } from '@app/mongo/restore-state'
import type { Db } from 'mongodb'
import { lastRestore } from './audit'
import type { CarriedOver } from './carry-over'
import { say } from './cli-settings'
import { idleMark, inPlaceMark } from './messages'
import { dropLeftStage, hasBegun, hasReplaced, resumeSwap } from './swap'

/** From here on these signals end nothing: a swap takes a second, and half of one leaves the product without a database. */
export function ignoreSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
}

export function sayCarried({ inquiries, refused }: CarriedOver): void {
  if (inquiries > 0) say(`Inquiries that arrived while it was prepared are carried over: ${inquiries}.`)
  if (refused > 0)
    say(
      `Inquiries that arrived while it was prepared and could not be carried over: ${refused}. They are in the archive of what was replaced.`,
    )
}

type Completed = { completed?: string; hadStage: boolean }

/** Completes a swap that was interrupted. `completed`: when its archive was written; `hadStage`: one had not begun to swap. */
export async function completeSwap(db: Db, installation: string | undefined): Promise<Completed> {
  if (!(await hasBegun(db))) {
    try {
      const hadStage = await dropLeftStage(db)
      if (hadStage) say('An earlier restore has exchanged nothing. What was stored beside the database is removed.')
      return { hadStage }
    } catch (error) {
      // The program of one whose caller was killed has begun at this moment.
      if (!(error instanceof RestoreUnfinished)) throw error
    }
  }
  ignoreSignals()
  const resumed = await resumeSwap(db, installation)
  // Another program has completed it while this one waited.
  if (!resumed) return { completed: (await lastRestore(db))?.written ?? '', hadStage: false }
  const { written, carried } = resumed
  sayCarried(carried)
  say(`An interrupted restore is completed, of the archive written ${written}.`)
  return { completed: written, hadStage: false }
}

const archiveInPlace = (written: string) => say(`${inPlaceMark}the archive written ${written}.`)

/** After a swap that has just ended. */
export async function sayRestored(db: Db): Promise<void> {
  const last = await lastRestore(db)
  if (last) archiveInPlace(last.written)
}

/**
 * Says which data is in place, whatever was interrupted: the audit notes each swap that ended.
 *
 * @param begun when the restore was about to swap, in seconds since 1970
 */
export async function sayInPlace(db: Db, { hadStage, begun }: { hadStage: boolean; begun: number | undefined }) {
  const last = hadStage ? undefined : await lastRestore(db)
  const hasEnded = last && (last.at.getTime() >= (begun ?? Number.POSITIVE_INFINITY) * 1000 || (await hasReplaced(db)))
  if (last && hasEnded) archiveInPlace(last.written)
  else if (hadStage || begun !== undefined) say(`${inPlaceMark}what it held before the restore.`)
  else if (last)
    say(`${idleMark}the last one put the archive written ${last.written} in place at ${last.at.toISOString()}.`)
  else say(`${idleMark}none has replaced what this database holds.`)
}
