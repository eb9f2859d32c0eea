import { carryOver } from './former-batches'
import type { Migration } from './run-migrations'

/** Batches and imports become jobs. */
export const formerBatches: Migration = { id: '004-jobs', run: ({ db }) => carryOver(db) }
