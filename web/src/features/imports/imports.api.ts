import { type ImportChange, type ImportReport, importReport, maxImportBytes } from '@app/contracts/imports'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api'
import { tablePath } from '#lib/records'

const uploadTimeoutMs = 120_000
const pollMs = 700

const importsPath = (table: string, ...parts: string[]) => tablePath(table, 'imports', ...parts)

export const tooLarge = `The file is larger than ${maxImportBytes / 1024 ** 2} MB.`

export function uploadImport(table: string, file: File): Promise<ImportReport> {
  const body = new FormData()
  body.set('file', file)
  return request(importReport, importsPath(table), {
    method: 'POST',
    body,
    within: uploadTimeoutMs,
  })
}

export const changeImport = (table: string, id: string, change: ImportChange) =>
  request(importReport, importsPath(table, id), { method: 'PATCH', body: change })

export const applyImport = (table: string, id: string) =>
  request(importReport, importsPath(table, id, 'apply'), { method: 'POST', body: {} })

const isRunning = (report: ImportReport | undefined) => report?.state === 'checking' || report?.state === 'applying'

/** An import, polled while the service works on it. */
export const importQuery = (table: string, id: string) =>
  queryOptions({
    queryKey: ['import', table, id],
    queryFn: ({ signal }) => request(importReport, importsPath(table, id), { signal }),
    refetchInterval: ({ state }) => (isRunning(state.data) ? pollMs : false),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const errorsAddress = (table: string, id: string) => importsPath(table, id, 'errors.csv')
