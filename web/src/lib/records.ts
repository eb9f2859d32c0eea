import { AppError } from '@app/contracts/errors'
import { staleRecord, type TableRecord, tableRecord } from '@app/contracts/tables'
import * as v from 'valibot'
import { request } from './api'

/** `/api/tables/lessons/6b0144c8eeb0df06111a9a1e/history`. */
export const tablePath = (table: string, ...parts: string[]) =>
  ['/api/tables', ...[table, ...parts].map(encodeURIComponent)].join('/')

/** The write fails if the record has changed since this version, its `updated_at`. Without one it overwrites any version. */
export const ifVersion = (version: unknown): Record<string, string> =>
  typeof version === 'string' ? { 'If-Match': JSON.stringify(version) } : {}

/** Saves changed fields. @throws AppError with status 409 when the record has changed since `version` */
export const updateRecord = (
  table: string,
  id: string,
  body: object,
  version: unknown,
  headers: Record<string, string> = {},
): Promise<TableRecord> =>
  request(tableRecord, tablePath(table, id), { method: 'PUT', body, headers: { ...ifVersion(version), ...headers } })

/** The record as it is stored now, from the 409 of a write; `undefined` for any other error. */
export function currentRecord(error: unknown): TableRecord | undefined {
  if (!(error instanceof AppError) || error.status !== 409) return undefined
  const stale = v.safeParse(staleRecord, error.cause)
  return stale.success ? stale.output.record : undefined
}
