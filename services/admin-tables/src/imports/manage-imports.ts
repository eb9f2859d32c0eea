import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { ImportChange, ImportReport } from '@app/contracts/imports'
import { isEnded } from '@app/contracts/jobs'
import type { TableSchema } from '@app/contracts/table-schema'
import { type Job, type JobRunner, type JobStore, newJobId, notCompleted, rightEnded, undoJobId } from '@app/jobs'
import { byteOrderMark, csvText, type ImportMapping, matchChoices, proposedMatch } from '@app/table-schema'
import type { FileStream } from '../files/file-stream'
import { answerWithinMs } from '../records/manage-batches'
import type { Actor } from '../tables/actor'
import { type Counts, checkColumns, guessedColumns, noCounts, startOf } from './check-import'
import { changedCorrections } from './corrections'
import { decodedText, encodingOf } from './decode-text'
import { importFormat } from './import-format'
import { type ImportStore, importKey, type StoredImport, type StoredSheet } from './import-store'
import { textOf } from './import-text'
import { type ImportInput, type ImportJobDeps, importedRows } from './imports-job'
import type { ReadSheets } from './workbook/workbook-process'

export type ImportActionDeps = Omit<ImportJobDeps, 'imports'> & {
  imports: Pick<
    ImportStore,
    'newId' | 'store' | 'add' | 'drop' | 'dropFile' | 'find' | 'latest' | 'bytes' | 'setCheck' | 'noteCorrected'
  >
  jobs: Pick<JobStore, 'find' | 'cancel'>
  runner: Pick<JobRunner, 'begin' | 'settled' | 'holdFile'>
  readSheets: ReadSheets
}

type ImportOf = { imported: StoredImport; job: Job<ImportInput, Counts> | undefined; undo: Job | undefined }

const conflict = (text: string) => new AppError('conflict', text)

/** How long a workbook waits for other files. */
const readWithinMs = seconds(20)

/** The columns of a sheet, or why it has none. */
async function sheetStart(schema: TableSchema, text: string): Promise<Omit<StoredSheet, 'name' | 'file'>> {
  try {
    const { headers, samples } = await startOf(schema, piecesOf(text))
    return { headers, samples }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { headers: [], samples: [], refusal: error.message }
  }
}

async function* piecesOf(text: string) {
  yield text
}

function stateOf({ job, undo }: Omit<ImportOf, 'imported'>): ImportReport['state'] {
  const isCheck = job?.kind === 'import-check'
  if (job && (!isEnded(job) || (job.state === 'failed' && undo && !isEnded(undo))))
    return isCheck ? 'checking' : 'applying'
  if (job?.state === 'done') return isCheck ? 'checked' : 'applied'
  return 'failed'
}

/** Why an import failed, in words about a file. */
function failureOf({ job, undo }: Omit<ImportOf, 'imported'>): string | undefined {
  if (!job) return 'The file has expired. Please choose it again.'
  if (job.reason === rightEnded)
    return 'The right to change this table has ended. The import stopped; the rows before are kept.'
  if (job.reason !== notCompleted) return job.reason
  if (!undo) return 'The file could not be processed. Please try again.'
  const left = undo.skipped.length > 0 ? ` ${undo.skipped.length} that were changed meanwhile are kept.` : ''
  return `The import could not be completed, and its changes were undone.${left} Please try again.`
}

function toReport({ imported, job, undo }: ImportOf): ImportReport {
  const { id, table, fileName, sheets } = imported
  const state = stateOf({ job, undo })
  const failure = state === 'failed' ? failureOf({ job, undo }) : undefined
  const isApplied = job?.kind === 'import'
  const { mapping = {}, match = null, sheet = firstSheet(sheets), corrections = [] } = job?.input ?? {}
  const { headers, samples } = textOf(imported, sheet)
  return {
    ...{ id, table, fileName, state, mapping, match },
    ...{ headers: [...headers], samples: samples.map((row) => [...row]) },
    ...(sheets && sheet !== undefined && { sheets: sheets.map(({ name }) => name), sheet }),
    ...(job?.progress ?? noCounts()),
    total: job?.total ?? 0,
    applied: isApplied ? job.done : 0,
    ...(corrections.length > 0 && { corrections }),
    ...(failure !== undefined && { failure }),
    ...(isApplied && { batch: id }),
  }
}

/** The sheet that is imported unless another one is chosen. */
const firstSheet = (sheets: readonly StoredSheet[] | undefined) =>
  sheets && (sheets.find(({ refusal }) => refusal === undefined) ?? sheets[0])?.name

/** The columns of a job after a change, and its corrections. Those of another sheet are guessed, and it has no corrections yet. */
function changedColumns(schema: TableSchema, imported: StoredImport, input: ImportInput, change: ImportChange) {
  const sheet = change.sheet ?? input.sheet
  const { headers, samples } = textOf(imported, sheet)
  const before = sheet === input.sheet ? input : guessedColumns(schema, headers, samples)
  const mapping = { ...before.mapping, ...change.mapping }
  const isKept = before.match === null || matchChoices(schema, mapping).some(({ value }) => value === before.match)
  const corrections = changedCorrections(
    headers,
    (sheet === input.sheet && input.corrections) || [],
    change.corrections ?? [],
  )
  const columns = {
    mapping,
    ...(corrections.length > 0 && { corrections }),
    match: change.match === undefined ? (isKept ? before.match : proposedMatch(schema, mapping)) : change.match,
    ...(sheet !== undefined && { sheet }),
  }
  return { headers, columns }
}

/** Importing a file: upload and check, look, correct, apply. Only the person who uploaded it comes to it. */
export function manageImports(deps: ImportActionDeps) {
  const { imports, jobs, runner, readSheets } = deps

  /** Stores the sheets of a workbook as CSV files, and removes the workbook. */
  async function storedSheets(schema: TableSchema, id: string): Promise<StoredSheet[]> {
    const read = () => readSheets(() => imports.bytes(id))
    const sheets: StoredSheet[] = []
    try {
      for (const { name, text } of await runner.holdFile(read, readWithinMs)) {
        const file = imports.newId()
        const content = async function* () {
          yield new TextEncoder().encode(text)
        }
        await imports.store(file, content())
        sheets.push({ name, file, ...(await sheetStart(schema, text)) })
      }
      await imports.dropFile(id)
      return sheets
    } catch (error) {
      for (const { file } of sheets) await imports.dropFile(file)
      throw error
    }
  }

  /** What the columns of the user's last applied import meant. */
  async function lastMapping(table: string, userId: string): Promise<ImportMapping | undefined> {
    for (const { id } of await imports.latest(table, userId)) {
      const job = await jobs.find(id)
      if (job?.kind === 'import') return (job.input as ImportInput).mapping
    }
    return undefined
  }

  /** An import with its present job: the one that applies it, or else its last check. */
  async function find(table: string, id: string, userId: string): Promise<ImportOf> {
    const imported = await imports.find(id)
    if (!imported || imported.table !== table || imported.actor.id !== userId)
      throw new AppError('not_found', 'Not found.')
    const job = (await jobs.find(id)) ?? (await jobs.find(imported.check))
    const undo = job && (await jobs.find(undoJobId(job.id)))
    return { imported, job: job as ImportOf['job'], undo }
  }

  /** One job of imports at a time for each person. */
  const begin = async (
    about: { id: string; kind: string; table: string; total?: number },
    actor: Actor,
    input: ImportInput,
  ) => {
    const right = { table: about.table, level: 'edit' } as const
    const entry = about.kind === 'import' ? ({ action: 'import' } as const) : undefined
    const job = { ...about, actor, right, input, key: importKey(input.import), lane: `import/${actor.id}` }
    await runner.begin(job, entry)
  }

  /** A small file is answered with its result. */
  async function settled({ table, id }: Pick<StoredImport, 'table' | 'id'>, jobId: string, userId: string) {
    await runner.settled(jobId, answerWithinMs)
    return toReport(await find(table, id, userId))
  }

  return {
    /** Stores a file as it arrives, then looks at what it holds. */
    async start(actor: Actor, schema: TableSchema, { name, bytes }: FileStream): Promise<ImportReport> {
      const { name: table } = schema
      const [id, check] = [imports.newId(), newJobId()]
      let sheets: StoredSheet[] | undefined
      await imports.store(id, bytes)
      const by = { id: actor.id, email: actor.email, requestId: actor.requestId }
      const file = () => imports.bytes(id)
      try {
        const encoding = await encodingOf(file)
        if ((await importFormat(file, encoding)) === 'workbook') sheets = await storedSheets(schema, id)
        const sheet = firstSheet(sheets)
        const first = sheets?.find(({ name }) => name === sheet)?.file
        const text =
          first === undefined ? decodedText(file, encoding) : decodedText(() => imports.bytes(first), 'utf-8')
        const { headers, samples, mapping, match } = await startOf(schema, text, await lastMapping(table, actor.id))
        const stored = { table, fileName: name.slice(0, 200), headers, samples, actor: by, encoding, check }
        await imports.add(id, { ...stored, ...(sheets && { sheets }) })
        const input = { import: id, mapping, match, ...(sheet !== undefined && { sheet }) }
        await begin({ id: check, kind: 'import-check', table }, actor, input)
      } catch (error) {
        for (const { file } of sheets ?? []) await imports.dropFile(file)
        await imports.drop(id).catch(() => {})
        throw error
      }
      return settled({ table, id }, check, actor.id)
    },

    read: async (table: string, id: string, userId: string) => toReport(await find(table, id, userId)),

    async change(actor: Actor, schema: TableSchema, id: string, change: ImportChange): Promise<ImportReport> {
      const { imported, job } = await find(schema.name, id, actor.id)
      if (!job) throw conflict('The file has expired. Choose it again.')
      if (job.kind === 'import') throw conflict('This import has been applied. Choose the file again.')
      const { headers, columns } = changedColumns(schema, imported, job.input, change)
      checkColumns(schema, { headers, ...columns })
      const isChecked = conflict('This import is being checked, or has been applied.')
      if (!isEnded(job)) throw isChecked
      const check = newJobId()
      const corrected = change.corrections?.flatMap(({ value }) => value || []) ?? []
      if (corrected.length > 0) await imports.noteCorrected(id, corrected)
      await begin({ id: check, kind: 'import-check', table: imported.table }, actor, { import: id, ...columns })
      if (!(await imports.setCheck(imported, check))) {
        await jobs.cancel(check, isChecked.message)
        throw isChecked
      }
      return settled(imported, check, actor.id)
    },

    /** A repeated call finds the job that the first one began. */
    async apply(actor: Actor, table: string, id: string): Promise<ImportReport> {
      const { imported, job, undo } = await find(table, id, actor.id)
      if (job?.kind === 'import') return toReport({ imported, job, undo })
      if (job?.state !== 'done') throw conflict('This import is not ready to be applied.')
      await begin({ id, kind: 'import', table, total: job.total }, actor, job.input)
      return settled(imported, id, actor.id)
    },

    /** All errors of a file as CSV. */
    async errors(table: string, id: string, userId: string): Promise<AsyncGenerator<Uint8Array>> {
      const { job } = await find(table, id, userId)
      if (!job) throw new AppError('not_found', 'Not found.')
      return errorLines(await importedRows(deps, job.input))
    },
  }
}

async function* errorLines(chunks: Awaited<ReturnType<typeof importedRows>>) {
  const encoder = new TextEncoder()
  yield encoder.encode(`${byteOrderMark}row,column,message,value\r\n`)
  for await (const outcomes of chunks)
    for (const outcome of outcomes)
      if (outcome.action === 'error')
        for (const { row, column, message, value = '' } of outcome.errors)
          yield encoder.encode(`${row},${csvText(column ?? '')},${csvText(message)},${csvText(value)}\r\n`)
}
