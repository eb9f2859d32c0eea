import type { AuditFilter, AuditReader, ReadEntry } from '@app/audit'
import { type AuditPage, type AuditRecord, auditPageSize } from '@app/contracts/audit'
import { isBatchAction } from '@app/contracts/audit-actions'
import { isObjectId } from '@app/contracts/object-id'
import { startOfDay } from '@app/school-time/school-day'
import { byteOrderMark, csvText, type TableSchema } from '@app/table-schema'
import type { ReferenceStore } from '../records/reference-store'

type AuditQuery = Omit<AuditFilter, 'from' | 'before'> & { from?: string | undefined; to?: string | undefined }

export type AuditReadDeps = { auditReader: AuditReader; references: Pick<ReferenceStore, 'of'> }

const toWire = ({ _id, at, user_id, email, action, table, record_id, about = {} }: ReadEntry): AuditRecord => ({
  id: String(_id),
  at: at.toISOString(),
  actor: user_id === null ? null : { id: user_id, email: email ?? '' },
  action,
  table,
  recordId: record_id,
  about,
})

const filterOf = ({ from, to, ...rest }: AuditQuery): AuditFilter => ({
  ...rest,
  from: from === undefined ? undefined : startOfDay(from),
  before: to === undefined ? undefined : startOfDay(to, 1),
})

/** Actions whose entry names a file or a mailing instead of a record of its table. */
const nameOthers: ReadonlySet<string> = new Set(['upload', 'mailing'])

/** Looks records up by a description whose fields refer to each table that is named. */
function lookup(entries: readonly AuditRecord[]) {
  const named = entries.flatMap(({ action, table, recordId }) => {
    const isRecord = table !== null && isObjectId(recordId)
    return isRecord && !isBatchAction(action) && !nameOthers.has(action) ? [{ table, recordId }] : []
  })
  const properties = Object.fromEntries(
    named.map(({ table }) => [table, { type: 'string', format: 'reference', table } as const]),
  )
  const schema: TableSchema = { name: 'audit', title: 'Audit', required: [], properties }
  return { schema, records: named.map(({ table, recordId }) => ({ id: recordId, [table]: recordId })) }
}

const columns = ['at', 'email', 'action', 'table', 'record_id', 'details'] as const

function lineOf({ at, actor, action, table, recordId, about }: AuditRecord): string {
  const details = Object.entries(about).map(([name, value]) => `${name}: ${value}`)
  return [at, actor?.email ?? '', action, table ?? '', recordId ?? '', details.join('; ')].map(csvText).join(',')
}

/** The audit for admins: a page with the names of the records, and all that matches as CSV. */
export const readAudit = ({ auditReader, references }: AuditReadDeps) => ({
  async page(query: AuditQuery, page: number): Promise<AuditPage> {
    const { entries, more } = await auditReader.page(filterOf(query), page, auditPageSize)
    const data = entries.map(toWire)
    const { schema, records } = lookup(data)
    return { data, more, references: (await references.of(schema, records)) ?? {} }
  },

  async *lines(query: AuditQuery): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder()
    yield encoder.encode(`${byteOrderMark}${columns.join(',')}\r\n`)
    for await (const entry of auditReader.stream(filterOf(query))) yield encoder.encode(`${lineOf(toWire(entry))}\r\n`)
  },
})
