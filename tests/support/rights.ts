import type { Call } from '@app/contracts/calls/call'
import { inquiryTable } from '@app/contracts/inquiries'
import { mailingTable } from '@app/contracts/mailings'

/**
 * What a call open to staff needs beyond the role: a right on a table; `files`, a right on the table that holds or may hold
 * the file; or nothing, where the answer itself is limited to what the person may see (`shown`) or to their own (`own`).
 */
export type Need = { table: string; right: 'view' | 'edit' | 'export' } | 'files' | 'shown' | 'own'

/** The table whose records the calls of a test are about. */
export const aboutTable = 'lessons'

const needs: Readonly<Record<string, Need>> = {
  listTables: 'shown',
  readTable: { table: aboutTable, right: 'view' },
  exportRecords: { table: aboutTable, right: 'export' },
  listTrash: 'shown',
  readToday: 'shown',
  readInsights: 'shown',
  readRoster: { table: 'students', right: 'view' },
  listCalendarFeeds: 'own',
  createCalendarFeed: { table: aboutTable, right: 'view' },
  deleteCalendarFeed: 'own',
  createView: { table: aboutTable, right: 'view' },
  changeView: { table: aboutTable, right: 'view' },
  deleteView: { table: aboutTable, right: 'view' },
  readImport: { table: aboutTable, right: 'edit' },
  importErrors: { table: aboutTable, right: 'edit' },
  sendMailing: { table: mailingTable, right: 'edit' },
  readMailing: { table: mailingTable, right: 'view' },
  uploadFile: 'files',
  downloadFile: 'files',
}

const reads = (method: Call['method']): 'view' | 'edit' => (method === 'get' ? 'view' : 'edit')

/** The need of a call, named above or by its address; `undefined` for a call that has no entry yet. */
export function needOf({ method, path, detail: { id } }: Call): Need | undefined {
  const named = Object.hasOwn(needs, id) ? needs[id] : undefined
  if (named) return named
  // Views are everyone's own: who sees a table may keep some.
  if (path.startsWith('/api/tables/:table/views')) return { table: aboutTable, right: 'view' }
  if (path.startsWith('/api/tables/:table')) return { table: aboutTable, right: reads(method) }
  if (path.startsWith('/api/forms/submissions')) return { table: inquiryTable, right: reads(method) }
  return undefined
}
