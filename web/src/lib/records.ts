import { AppError } from '@app/contracts/errors'
import { updateRecord as updateCall } from '@app/contracts/record-changes'
import { type References, staleRecord, type TableRecord } from '@app/contracts/tables'
import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { callApi } from './call-api'

/** Every query about lists of a table's records begins with this key. */
export const recordsKey = (table: string) => ['records', table] as const

/** Every query about one record begins with this key. */
export const recordKey = (table: string, id: string): readonly unknown[] => ['record', table, id]

/** Reloads what is shown of a table's records; resolves once its lists are loaded. */
export function reloadRecords(client: QueryClient, table: string): Promise<void> {
  client.invalidateQueries({ queryKey: ['record', table] })
  return client.invalidateQueries({ queryKey: recordsKey(table) })
}

/** The labels that came with all these pages; of two labels of one record the later one. */
export function allReferences(pages: readonly { references?: References | undefined }[]): References {
  const all: Record<string, References[string]> = {}
  for (const { references = {} } of pages)
    for (const [table, labels] of Object.entries(references)) all[table] = { ...all[table], ...labels }
  return all
}

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
