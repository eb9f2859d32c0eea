import {
  applyImport as applyCall,
  changeImport as changeCall,
  readImport,
  startImport,
} from '@app/contracts/import-calls'
import { type ImportChange, type ImportReport, maxImportBytes } from '@app/contracts/imports'
import { callApi } from '#lib/call-api'
import { queryOf } from '#lib/call-query'

const uploadTimeoutMs = 120_000
const pollMs = 700

export const tooLarge = `The file is larger than ${maxImportBytes / 1024 ** 2} MB.`

export function uploadImport(table: string, file: File): Promise<ImportReport> {
  const body = new FormData()
  body.set('file', file)
  return callApi(startImport, { params: { table }, body, within: uploadTimeoutMs })
}

export const changeImport = (table: string, id: string, body: ImportChange) =>
  callApi(changeCall, { params: { table, id }, body })

export const applyImport = (table: string, id: string) => callApi(applyCall, { params: { table, id } })

const isRunning = (report: ImportReport | undefined) => report?.state === 'checking' || report?.state === 'applying'

/** An import, polled while the service works on it. */
export const importQuery = (table: string, id: string) => ({
  ...queryOf(readImport, { params: { table, id } }),
  refetchInterval: ({ state }: { state: { data?: ImportReport | undefined } }) =>
    isRunning(state.data) ? pollMs : (false as const),
  refetchOnWindowFocus: false,
  staleTime: Number.POSITIVE_INFINITY,
})
