import { AppError } from '@app/contracts/errors'
import { applyImport, changeImport, readImport, startImport } from '@app/contracts/import-calls'
import { type ImportChange, type ImportReport, maxImportBytes } from '@app/contracts/imports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { formOf } from '#lib/files'
import { queryOf, useCallMutation } from '#lib/queries'
import { keepOpenImport, readOpenImport } from './open-import'

const uploadTimeoutMs = 120_000
const pollMs = 700

const tooLarge = `The file is larger than ${maxImportBytes / 1024 ** 2} MB.`

const isRunning = (report: ImportReport | undefined) => report?.state === 'checking' || report?.state === 'applying'

/** An import, polled while the service works on it. */
const importQuery = (table: string, id: string) => ({
  ...queryOf(readImport, { params: { table, id } }),
  refetchInterval: ({ state }: { state: { data?: ImportReport | undefined } }) =>
    isRunning(state.data) ? pollMs : (false as const),
  refetchOnWindowFocus: false,
  staleTime: Number.POSITIVE_INFINITY,
})

export type Step = 'file' | 'columns' | 'check'

/** One import from its file to its last row: what the service says of it, and the step that is shown. */
export function useImport(table: string) {
  const client = useQueryClient()
  const [before] = useState(() => readOpenImport(table))
  const [id, setId] = useState(before?.id)
  const [step, setStep] = useState<Step>(before?.step ?? 'file')
  const [refusal, setRefusal] = useState<string>()
  const {
    data: report,
    error,
    isRefetchError,
  } = useQuery({ ...importQuery(table, id ?? ''), enabled: id !== undefined })

  const close = useCallback(() => keepOpenImport(table, undefined), [table])
  useEffect(() => {
    if (id !== undefined && step !== 'file') keepOpenImport(table, { id, step })
  }, [table, id, step])
  // The import that was open before a reload has expired: the file has to be chosen again.
  const isGone = !report && error instanceof AppError && error.code === 'not_found'
  useEffect(() => {
    if (!isGone) return
    close()
    setId(undefined)
    setStep('file')
  }, [isGone, close])

  const keep = (next: ImportReport) => {
    client.setQueryData(importQuery(table, next.id).queryKey, next)
    setId(next.id)
  }
  const upload = useCallMutation(startImport, {
    about: table,
    input: (file: File) => ({ params: { table }, body: formOf(file), within: uploadTimeoutMs }),
    onSuccess: (next) => {
      keep(next)
      setStep('columns')
    },
  })
  const params = { table, id: id ?? '' }
  const change = useCallMutation(changeImport, {
    about: params.id,
    input: (body: ImportChange) => ({ params, body }),
    onSuccess: keep,
  })
  const apply = useCallMutation(applyImport, { input: { params }, onSuccess: keep })

  const failure = upload.error ?? change.error ?? apply.error ?? (report ? null : error)
  return {
    report,
    /** The last poll failed; polling goes on. */
    isOutdated: isRefetchError,
    step,
    show: setStep,
    choose(file: File) {
      upload.reset()
      setRefusal(file.size > maxImportBytes ? tooLarge : undefined)
      if (file.size <= maxImportBytes) upload.mutate(file)
    },
    change: change.mutate,
    apply: () => apply.mutate(),
    /** Forgets what is open. */
    close,
    busy: upload.isPending || change.isPending || apply.isPending,
    isUploading: upload.isPending,
    failure: refusal ?? (failure ? failureText(failure, 'Failed to import the file') : undefined),
  }
}
