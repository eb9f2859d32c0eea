import { AppError } from '@app/contracts/errors'
import { exportRecords } from '@app/contracts/records'
import { printExportQuery } from '@app/table-schema/list-query'
import type { TableSchema } from '@app/table-schema/schema'
import { useEffect, useRef, useState } from 'react'
import { streamCall } from '#lib/call-api'
import { saveFile } from '#lib/files'
import { nameNeed } from '#lib/session-watch'
import type { View } from '../list-view'
import { selectionFrom } from '../tables.api'

/** The longest list of ids that fits into the address of an export. */
export const maxExportIds = 150

/** Of all matching records and columns, with stored values, unless these say otherwise. */
export type ExportOptions = {
  ids?: readonly string[]
  values?: 'stored' | 'labels'
  columns?: readonly string[]
  format?: 'csv' | 'xlsx'
}

/** Records as CSV or as a workbook, streamed. */
function streamExport(
  schema: TableSchema,
  view: View,
  signal: AbortSignal,
  { ids, values, columns, format }: ExportOptions,
) {
  const { filters, ...selection } = selectionFrom(schema, view)
  const search = new URLSearchParams(printExportQuery({ ...selection, filters: ids ? [] : filters }))
  if (ids) search.set('id__in', ids.join(','))
  if (ids) search.delete('q')
  if (values === 'labels') search.set('values', values)
  if (format === 'xlsx') search.set('format', format)
  if (columns) search.set('columns', columns.join(','))
  return streamCall(exportRecords, { params: { table: schema.name }, search }, signal)
}

const quote = 34
const lineFeed = 10

/** Counts CSV rows in a byte stream; a line break inside quotes does not end a row. */
export function rowCounter() {
  let quoted = false
  let lines = 0
  return (bytes: Uint8Array) => {
    for (const byte of bytes) {
      if (byte === quote) quoted = !quoted
      else if (byte === lineFeed && !quoted) lines++
    }
    // The first line is the header.
    return Math.max(0, lines - 1)
  }
}

export type ExportState =
  | { kind: 'idle' }
  /** `rows` is unknown for files that are compressed. */
  | { kind: 'running'; rows: number | undefined; bytes: number; total: number | undefined }
  | { kind: 'failed'; message: string }
  | { kind: 'done'; rows: number | undefined }

const formats = {
  csv: { extension: 'csv', type: 'text/csv;charset=utf-8', countsRows: true },
  xlsx: {
    extension: 'xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    countsRows: false,
  },
} as const

/** Milliseconds between two updates of the progress. */
const progressIntervalMs = 100

/** Streams an export with progress. The file is offered only when the stream is complete, so never a truncated one. */
export function useExport(schema: TableSchema, view: View) {
  const [state, setState] = useState<ExportState>({ kind: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start(options: ExportOptions = {}) {
    if (running.current) return
    const stop = new AbortController()
    running.current = stop
    const end = nameNeed('This export')
    const { extension, type, countsRows } = formats[options.format ?? 'csv']
    setState({ kind: 'running', rows: countsRows ? 0 : undefined, bytes: 0, total: undefined })
    try {
      const response = await streamExport(schema, view, stop.signal, options)
      const { pieces, rows, total } = await receive(response, stop.signal, (rows, bytes, total) =>
        setState({ kind: 'running', rows: countsRows ? rows : undefined, bytes, total }),
      )
      saveFile(`${schema.name}.${extension}`, new Blob(pieces, { type }))
      setState({ kind: 'done', rows: countsRows ? rows : total })
    } catch (error) {
      setState(stop.signal.aborted ? { kind: 'idle' } : { kind: 'failed', message: failureText(error) })
    } finally {
      end()
      running.current = undefined
    }
  }
  return { state, start, cancel: () => running.current?.abort(), dismiss: () => setState({ kind: 'idle' }) }
}

async function receive(
  response: Response,
  signal: AbortSignal,
  onProgress: (rows: number, bytes: number, total?: number) => void,
) {
  const total = Number(response.headers.get('x-total-count')) || undefined
  const reader = response.body!.getReader()
  signal.addEventListener('abort', () => reader.cancel())
  const count = rowCounter()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let rows = 0
  let bytes = 0
  let reportedAt = 0
  for (;;) {
    const { done, value } = await reader.read()
    signal.throwIfAborted()
    if (done) return { pieces, rows, total }
    pieces.push(value)
    rows = count(value)
    bytes += value.length
    if (performance.now() - reportedAt < progressIntervalMs) continue
    reportedAt = performance.now()
    onProgress(rows, bytes, total)
  }
}

function failureText(error: unknown) {
  if (!(error instanceof AppError)) return 'Failed to export data'
  if (error.code === 'unreadable_answer' && error.status) return `Export failed with status ${error.status}`
  return error.message || 'Failed to export data'
}
