import type { Call } from '@app/contracts/call'
import type { RightLevel } from '@app/contracts/policy'

export type TableRight = { table: string; level: RightLevel }

/** The right that a call needs, on `table` where the call may be about any. */
export function rightOf({ access }: Call, table: string): TableRight | undefined {
  if (typeof access === 'string') return undefined
  const isFixed = typeof access.table === 'string' && !access.table.startsWith(':')
  return { table: isFixed ? String(access.table) : table, level: access.level }
}

/**
 * What a call open to staff needs beyond the role: a right on a table; `files`, a right on the table that holds or may hold
 * the file; or nothing, where the response is limited to what the person may see (`shown`) or to their own (`own`).
 */
export type Need = TableRight | 'files' | 'shown' | 'own'

/** The table whose records the calls of a test are about. */
export const aboutTable = 'lessons'

const needs: Readonly<Record<string, Need>> = {
  listTables: 'shown',
  listTrash: 'shown',
  readToday: 'shown',
  readEvents: 'shown',
  readInsights: 'shown',
  readAbout: 'shown',
  readMailing: 'own',
  readMailAllowance: 'own',
  listJobs: 'own',
  readJob: 'own',
  undoJob: 'own',
  cancelJob: 'own',
  listCalendarFeeds: 'own',
  deleteCalendarFeed: 'own',
  uploadFile: 'files',
  downloadFile: 'files',
}

/** The need of a call by its policy, or named above; `undefined` for a call that has no entry yet. */
export const needOf = (call: Call): Need | undefined =>
  rightOf(call, aboutTable) ?? (Object.hasOwn(needs, call.id) ? needs[call.id] : undefined)
