import { pipeline, Readable } from 'node:stream'
import { invalidFile } from '@app/contracts/errors'
import { type Delimiter, delimiters } from '@app/contracts/imports'
import { recognizedHeadings, type TableSchema } from '@app/table-schema'
import { CsvError, parse } from 'csv-parse'
import { parse as parseAll } from 'csv-parse/sync'

/** The delimiter of a text, and the row that names the columns: rows count as a spreadsheet counts them, from 1. */
export type Layout = { delimiter: Delimiter; headingRow: number }

const maxColumns = 200
const maxHeaderLength = 200
/** Rows that are looked at; headings are among the first of them. */
const looked = 40
const maxHeadingRow = 20

/** The options of all readers of such texts: quotes may come after a blank, and within a cell they are signs of it. */
const parserOptions = (head: string, delimiter: string) => ({
  delimiter,
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  // As databases write quotes within quotes; behind a path, "C:\\", the quote is the end of its cell.
  escape: /\\"[^,;|\t\r\n]/.test(head) && !head.includes('""') ? '\\' : '"',
  trim: /[,;|]["\t ]* "|" +[,;|]/.test(head),
})

/** Lines that may belong to a cell that the end of the head cuts. */
const maxCutLines = 40

/** The first rows. Unless the head `isAll` of the text, its last row may be incomplete and is left out. */
function rowsIn(head: string, delimiter: string, isAll: boolean): string[][] {
  let text = head
  const options = { ...parserOptions(head, delimiter), to: looked }
  for (let cut = 0; cut < maxCutLines && text !== ''; cut++) {
    try {
      const rows = parseAll(text, options) as string[][]
      return rows.length < looked && !isAll && rows.length > 1 ? rows.slice(0, -1) : rows
    } catch {
      text = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)
    }
  }
  return []
}

const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '').length
const width = (row: readonly string[]) => row.findLastIndex((cell) => cell.trim() !== '') + 1

/** The regularity of rows with this delimiter: the share that has as many cells as most have, of more than one. */
function regularity(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>()
  const present = rows.filter((row) => filled(row) > 0)
  for (const row of present) counts.set(row.length, (counts.get(row.length) ?? 0) + 1)
  const [cells = 1, count = 0] =
    [...counts].filter(([cells]) => cells > 1).sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
  return present.length === 0 ? 0 : count / present.length + Math.min(cells, 20) / 1_000
}

/** `sep=;` in the first line, which Excel reads and leaves out. */
const statedDelimiter = (head: string) =>
  /^\ufeff?"?sep=([,;\t|])"?[,;\t|]*\r?\n/i.exec(head)?.[1] as Delimiter | undefined

function delimiterOf(head: string, isAll: boolean): Delimiter {
  const stated = statedDelimiter(head)
  if (stated) return stated
  const scores = delimiters.map((one) => ({ one, score: regularity(rowsIn(head, one, isAll)) }))
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).one
}

/** The row that names the columns: one whose words the table knows, else the first one that is as full as those below. */
function headingRowOf(schema: TableSchema | undefined, rows: readonly (readonly string[])[], first: number): number {
  const candidates = rows.map((row, at) => ({ row, at })).filter(({ row, at }) => at >= first && filled(row) > 0)
  const begins = candidates[0]?.at ?? first
  const below = candidates.slice(1).map(({ row }) => width(row))
  const usual = below.toSorted((a, b) => a - b)[Math.floor(below.length / 2)] ?? 0
  const early = candidates.filter(({ at }) => at < begins + maxHeadingRow)
  const full = early.find(({ row }) => filled(row) >= Math.max(1, usual * 0.6))?.at ?? begins
  if (!schema) return full
  const known = early.map(({ row, at }) => ({ at, count: recognizedHeadings(schema, row) }))
  const best = known.reduce((one, next) => (next.count > one.count ? next : one), { at: full, count: 0 })
  const atFull = known.find(({ at }) => at === full)?.count ?? 0
  return best.count >= 2 && best.count > atFull ? best.at : full
}

/** The number of columns in the rows from the headings on. */
const columnCount = (head: string, isAll: boolean, { delimiter, headingRow }: Layout): number =>
  Math.max(
    1,
    ...rowsIn(head, delimiter, isAll)
      .slice(headingRow - 1)
      .map(width),
  )

/** The layout of a text, as its first characters tell; a person's answer is taken as it is. */
function layoutOf(head: string, isAll: boolean, given: Partial<Layout> = {}, schema?: TableSchema): Layout {
  const delimiter = given.delimiter ?? delimiterOf(head, isAll)
  if (given.headingRow !== undefined) return { delimiter, headingRow: given.headingRow }
  const rows = rowsIn(head, delimiter, isAll)
  return { delimiter, headingRow: headingRowOf(schema, rows, statedDelimiter(head) ? 1 : 0) + 1 }
}

/**
 * The names of the columns, each once: of equal ones the second is "Phone (2)", and a column without one is named by its place.
 * @throws AppError `invalid_input` when the row names no columns
 */
function headersIn(cells: readonly string[], columns = 1): string[] {
  const named = Array.from(
    { length: Math.max(cells.length, Math.min(columns, maxColumns)) },
    (_, at) => cells[at] ?? '',
  ).map((cell) => cell.replace(/\s+/gu, ' ').trim())
  if (width(named) > maxColumns) throw invalidFile(`The file has more than ${maxColumns} columns.`)
  if (named.some((header) => header.length > maxHeaderLength))
    throw invalidFile('The row of the headings does not name the columns. Choose another one.')
  const used = new Set<string>()
  return named.slice(0, Math.max(width(named), columns, 1)).map((header, at) => {
    const name = header || `Column ${at + 1}`
    const isFree = (one: string) => !used.has(one) && (one === name || !named.includes(one))
    const numbers = Array.from({ length: named.length + 1 }, (_, n) => `${name} (${n + 2})`)
    const own = [name, ...numbers].find(isFree)!
    used.add(own)
    return own
  })
}

/** One line of a file below its header. `row` counts as a spreadsheet does, from 1. */
export type Row = { row: number; cells: string[] }

const maxCellLength = 20_000
/** Text handed to the parser at a time, in characters: rows come out before all of a large piece is read. */
const chunkLength = 16 * 1024

const isBlank = (record: readonly string[]) => record.every((cell) => cell.trim() === '')

/** The parser's error in words for the person who made the file. */
function inWords(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const line = typeof error.lines === 'number' ? ` near line ${error.lines}` : ''
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return invalidFile(`A quotation mark is opened${line} and never closed.`)
  if (error.code === 'CSV_MAX_RECORD_SIZE') return invalidFile(`A row${line} is too long.`)
  return invalidFile(`The file is not valid CSV${line}.`)
}

/** The first characters of a text, and all of it in small pieces. */
async function begin(text: AsyncIterable<string>) {
  const pieces = text[Symbol.asyncIterator]()
  let head = ''
  while (head.length < chunkLength) {
    const { value, done } = await pieces.next()
    if (done) break
    head += value
  }
  async function* all() {
    try {
      for (let piece: string | undefined = head; piece !== undefined; piece = (await pieces.next()).value)
        for (let at = 0; at < piece.length; at += chunkLength) yield piece.slice(at, at + chunkLength)
    } finally {
      await pieces.return?.()
    }
  }
  return { head, isAll: head.length < chunkLength, all }
}

/** The part before the rows: the names of the columns, the layout of the text, and the cells of the rows above them. */
export type Beginning = { headers: string[]; layout: Layout; above: string[][] }

/**
 * Reads a CSV text row by row; blank rows are left out. How it is laid out is told by its beginning, unless it is given.
 * @throws AppError `invalid_input` when it is not CSV, has no heading, or has more rows than `maxRows`
 */
export async function* readRows(
  text: AsyncIterable<string>,
  maxRows: number,
  given: Partial<Layout> = {},
  schema?: TableSchema,
): AsyncGenerator<Row | Beginning> {
  const { head, isAll, all } = await begin(text)
  const layout = layoutOf(head, isAll, given, schema)
  const parser = parse({ ...parserOptions(head, layout.delimiter), max_record_size: maxColumns * maxCellLength })
  // Errors of either end reach the loop below; a reader that stops early ends the source.
  pipeline(Readable.from(all()), parser, () => {})
  const above: string[][] = []
  let isBegun = false
  let row = 0
  let rows = 0
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row++
      if (row === layout.headingRow) {
        if (isBlank(record)) continue
        yield { headers: headersIn(record, columnCount(head, isAll, layout)), layout, above }
        isBegun = true
        continue
      }
      if (isBlank(record)) continue
      if (!isBegun) {
        above.push(record.slice(0, maxColumns))
        continue
      }
      if (++rows > maxRows)
        throw invalidFile(`The file has more than ${maxRows.toLocaleString('en-US')} rows. Split it.`)
      yield { row, cells: record }
    }
  } catch (error) {
    throw inWords(error)
  } finally {
    parser.destroy()
  }
  if (row === 0 || (!isBegun && above.length === 0)) throw invalidFile('The file is empty.')
  if (!isBegun) throw invalidFile(`Row ${layout.headingRow} names no columns. Choose the row with the headings.`)
}
