import type { Job as WireJob } from '@app/contracts/jobs'
import type { Job } from './job'

/** A job as the API shows it. */
export const toWire = (
  { id, kind, table, about, state, total, done, changed, skipped, reason, actor, undoes, ...job }: Job,
  { undoneBy, canUndo }: { undoneBy?: string | undefined; canUndo: boolean },
): WireJob => ({
  id,
  kind,
  table,
  state,
  total,
  done,
  changed,
  skipped,
  ...(about !== undefined && { about }),
  ...(reason !== undefined && { reason }),
  actor: actor && { id: actor.id, email: actor.email },
  createdAt: job.createdAt.toISOString(),
  startedAt: job.startedAt?.toISOString() ?? null,
  endedAt: job.endedAt?.toISOString() ?? null,
  undoable: canUndo && undoneBy === undefined,
  ...(undoes !== undefined && { undoes }),
  ...(undoneBy !== undefined && { undoneBy }),
})
