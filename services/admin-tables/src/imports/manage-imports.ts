import { seconds } from '@app/contracts/durations'
import { AppError, conflict, notFound } from '@app/contracts/errors'
import type { ImportChange, ImportReport } from '@app/contracts/imports'
import { isEnded } from '@app/contracts/jobs'
import type { TableSchema } from '@app/contracts/table-schema'
import { type Actor, type Job, newJobId, notCompleted, rightEnded, undoJobId } from '@app/jobs'
import { byteOrderMark, csvText, type Family, type ImportMapping } from '@app/table-schema'
import type { Context } from '../context'
import type { FileStream } from '../files/file-stream'
import { answerWithinMs } from '../records/manage-batches'
import { changedColumns, changedReading } from './changed-import'
import { type Counts, checkColumns, noCounts, startOf } from './check-import'
import { decodedText } from './decode-text'
import { reportedFamily } from './families'
import { importFormat } from './import-format'
import { encodingNotes } from './import-notes'
import { type ImportStore, importKey, type StoredImport, type StoredSheet, textOf } from './import-store'
import { familyOf, type ImportInput, type ImportJobDeps, importedRows } from './imports-job'
import type { ReadSheets } from './workbook/workbook-process'

export type ImportActionDeps = ImportJobDeps &
  Pick<Context, 'jobs' | 'runner'> & { imports: ImportStore; readSheets: ReadSheets }

type ImportOf = {
  imported: StoredImport
  job: Job<ImportInput, Counts> | undefined
  undo: Job | undefined
  family: Family | undefined
}
type Jobs = Pick<ImportOf, 'job' | 'undo'>

/** The longest time that a workbook waits for other files. */
const readWithinMs = seconds(20)

/** The columns of a sheet, or why it has none. */
async function sheetStart(schema: TableSchema, text: string): Promise<Omit<StoredSheet, 'name' | 'file'>> {
  try {
    const { headers, samples, layout, notes } = await startOf(schema, piecesOf(text), ofSheet)
    return { headers, samples, layout, notes }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { headers: [], samples: [], refusal: error.message }
  }
}

/** Sheets are stored as CSV of one kind. */
const ofSheet = { given: { delimiter: ',' } } as const

async function* piecesOf(text: string) {
  yield text
}

function stateOf({ job, undo }: Jobs): ImportReport['state'] {
  const isCheck = job?.kind === 'import-check'
  if (job && (!isEnded(job) || (job.state === 'failed' && undo && !isEnded(undo))))
    return isCheck ? 'checking' : 'applying'
  if (job?.state === 'done') return isCheck ? 'checked' : 'applied'
  return 'failed'
}

/** Why an import failed, in words about a file. */
function failureOf({ job, undo }: Jobs): string | undefined {
  if (!job) return 'The file has expired. Please choose it again.'
  if (job.reason === rightEnded)
    return 'The right to change this table has ended. The import stopped; the rows before are kept.'
  if (job.reason !== notCompleted) return job.reason
  if (!undo) return 'The file could not be processed. Please try again.'
  const left = undo.skipped.length > 0 ? ` ${undo.skipped.length} that were changed meanwhile are kept.` : ''
  return `The import could not be completed, and its changes were undone.${left} Please try again.`
}

function toReport({ imported, job, undo, family }: ImportOf): ImportReport {
  const { id, table, fileName, sheets } = imported
  const state = stateOf({ job, undo })
  const failure = state === 'failed' ? failureOf({ job, undo }) : undefined
  const isApplied = job?.kind === 'import'
  const {
    mapping = {},
    match = null,
    sheet = firstSheet(sheets),
    corrections = [],
    replacements = [],
    reading,
    dayFirst,
  } = job?.input ?? {}
  const { headers, samples, layout, encoding, notes = [] } = textOf(imported, sheet, reading)
  const { notes: found = [], family: relatives, ...counts } = job?.progress ?? noCounts()
  return {
    id,
    table,
    fileName,
    state,
    mapping,
    match,
    headers: [...headers],
    samples: samples.map((row) => [...row]),
    ...(sheets && sheet !== undefined && { sheets: sheets.map(({ name }) => name), sheet }),
    ...(layout && { headingRow: layout.headingRow }),
    ...(!sheets && { ...(encoding && { encoding }), ...(layout && { delimiter: layout.delimiter }) }),
    ...(imported.encodings?.length && { encodings: imported.encodings }),
    notes: [...notes, ...found],
    ...(dayFirst !== undefined && { dayFirst }),
    ...counts,
    ...(family && { family: reportedFamily(family, relatives) }),
    total: job?.total ?? 0,
    applied: isApplied ? job.done : 0,
    ...(corrections.length > 0 && { corrections }),
    ...(replacements.length > 0 && { replacements }),
    ...(failure !== undefined && { failure }),
    ...(isApplied && { batch: id }),
  }
}

/** The sheet that is imported unless another one is chosen. */
const firstSheet = (sheets: readonly StoredSheet[] | undefined) =>
  sheets && (sheets.find(({ refusal }) => refusal === undefined) ?? sheets[0])?.name

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

  /** The mapping of the user's last applied import. */
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
    if (!imported || imported.table !== table || imported.actor.id !== userId) throw notFound()
    const job = (await jobs.find(id)) ?? (await jobs.find(imported.check))
    const undo = job && (await jobs.find(undoJobId(job.id)))
    const schema = await deps.tables.find(table)
    return { imported, job: job as ImportOf['job'], undo, family: schema && (await familyOf(deps, schema)) }
  }

  /** One job of imports at a time for each person. */
  const begin = async (
    about: { id: string; kind: string; table: string; total?: number },
    actor: Actor,
    input: ImportInput,
    others: readonly string[] = [],
  ) => {
    const right = [about.table, ...others].map((table) => ({ table, level: 'edit' }) as const)
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
      const id = imports.newId()
      const check = newJobId()
      let sheets: StoredSheet[] | undefined
      await imports.store(id, bytes)
      const by = { id: actor.id, email: actor.email, requestId: actor.requestId }
      const file = () => imports.bytes(id)
      try {
        const read = await importFormat(file)
        if (!read) sheets = await storedSheets(schema, id)
        const sheet = firstSheet(sheets)
        const first = sheets?.find(({ name }) => name === sheet)?.file
        const { encoding, choices } = read ?? { encoding: 'utf-8', choices: [] }
        const text = decodedText(first === undefined ? file : () => imports.bytes(first), encoding)
        const last = await lastMapping(table, actor.id)
        const family = await familyOf(deps, schema)
        const start = await startOf(schema, text, { last, family, ...(sheets && ofSheet) })
        const { headers, samples, mapping, match, layout } = start
        const notes = [...(read ? encodingNotes(read) : []), ...start.notes]
        const of = { headers, samples, layout, notes, encoding, encodings: choices }
        const stored = { table, fileName: name.slice(0, 200), actor: by, check, ...of }
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
      const { imported, job, family } = await find(schema.name, id, actor.id)
      if (!job) throw conflict('The file has expired. Choose it again.')
      if (job.kind === 'import') throw conflict('This import has been applied. Choose the file again.')
      const reading = await changedReading(imports, schema, imported, job.input, change)
      const { headers, columns } = changedColumns(schema, imported, job.input, change, reading, family)
      checkColumns(schema, { headers, ...columns }, family)
      const check = newJobId()
      const corrected = [
        ...(change.corrections?.flatMap(({ value }) => value || []) ?? []),
        ...(change.replacements?.flatMap(({ to }) => to || []) ?? []),
      ]
      if (corrected.length > 0) await imports.noteCorrected(id, corrected)
      await begin({ id: check, kind: 'import-check', table: imported.table }, actor, { import: id, ...columns })
      if (!(await imports.setCheck(imported, check))) {
        const changed = conflict('The columns of this import were changed at the same time. Look at them again.')
        await jobs.cancel(check, changed.message)
        throw changed
      }
      await jobs.cancel(job.id, 'It was checked again with other columns.')
      return settled(imported, check, actor.id)
    },

    /** A repeated call finds the job that the first one began. */
    async apply(actor: Actor, table: string, id: string): Promise<ImportReport> {
      const found = await find(table, id, actor.id)
      const { imported, job } = found
      if (job?.kind === 'import') return toReport(found)
      if (job?.state !== 'done') throw conflict('This import is not ready to be applied.')
      const open = job.progress?.notes?.find(({ mustAnswer }) => mustAnswer)
      if (open) throw conflict(`Answer this first: ${open.message}`)
      // Whoever undoes it needs the right to the relatives as well.
      const others = job.progress?.family?.create ? [found.family!.schema.name] : []
      await begin({ id, kind: 'import', table, total: job.total }, actor, job.input, others)
      return settled(imported, id, actor.id)
    },

    /** All errors of a file as CSV. */
    async errors(table: string, id: string, userId: string): Promise<AsyncGenerator<Uint8Array>> {
      const { job } = await find(table, id, userId)
      if (!job) throw notFound()
      return errorLines((await importedRows(deps, job.input)).rows)
    },
  }
}

async function* errorLines(chunks: Awaited<ReturnType<typeof importedRows>>['rows']) {
  const encoder = new TextEncoder()
  yield encoder.encode(`${byteOrderMark}row,column,message,value\r\n`)
  for await (const outcomes of chunks)
    for (const outcome of outcomes)
      if (outcome.action === 'error')
        for (const { row, column, message, value = '' } of outcome.errors)
          yield encoder.encode(`${row},${csvText(column ?? '')},${csvText(message)},${csvText(value)}\r\n`)
}
