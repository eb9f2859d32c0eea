import { gauge } from '@app/telemetry'
import type { Db } from 'mongodb'

/** Holds the one document that says how far a restore is (tools/backup). Services may read it; see deploy/mongo/users.js. */
export const restoreStateName = 'restoring.state'

/** `exchanging`: some collections are those of the archive and some are former ones, so nothing may use the database. */
export type RestorePhase = 'staged' | 'exchanging' | 'exchanged'
type RestoreState = { _id: 'restore'; phase: RestorePhase }

let isUnfinished = false
gauge('restore_unfinished', 'Whether a restore has replaced only a part of the database', [], () =>
  isUnfinished ? 1 : 0,
)

/** The database is only partly replaced. */
export class RestoreUnfinished extends Error {
  override readonly name = 'RestoreUnfinished'
  constructor() {
    super('A restore has replaced only a part of the database. If none is running, `make restore` completes it.')
  }
}

/**
 * Requires what every user of the database may read, so it also fails where the database refuses everything.
 *
 * @throws RestoreUnfinished
 */
export async function requireNoExchange(db: Db): Promise<void> {
  const state = await db.collection<RestoreState>(restoreStateName).findOne({ _id: 'restore' })
  isUnfinished = state?.phase === 'exchanging'
  if (isUnfinished) throw new RestoreUnfinished()
}
