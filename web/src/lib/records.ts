import { AppError } from '@app/contracts/errors'
import { updateRecord as updateCall } from '@app/contracts/record-changes'
import { staleRecord, type TableRecord } from '@app/contracts/tables'
import * as v from 'valibot'
import { callApi } from './call-api'

/** The write fails if the record has changed since this version, its `updated_at`. Without one it overwrites any version. */
export const ifVersion = (version: unknown): { 'If-Match'?: string } =>
  typeof version === 'string' ? { 'If-Match': JSON.stringify(version) } : {}

/** Saves changed fields. @throws AppError with status 409 when the record has changed since `version` */
export const updateRecord = (table: string, id: string, body: object, version: unknown): Promise<TableRecord> =>
  callApi(updateCall, { params: { table, id }, body: { ...body }, headers: ifVersion(version) })

/** The record as it is stored now, from the 409 of a write; `undefined` for any other error. */
export function currentRecord(error: unknown): TableRecord | undefined {
  if (!(error instanceof AppError) || error.status !== 409) return undefined
  const stale = v.safeParse(staleRecord, error.cause)
  return stale.success ? stale.output.record : undefined
}
