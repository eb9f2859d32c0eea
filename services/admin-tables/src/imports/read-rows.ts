import { pipeline, Readable } from 'node:stream'
import { invalidFile } from '@app/contracts/errors'
import type { TableSchema } from '@app/table-schema'
import { CsvError, parse } from 'csv-parse'
import { columnCount, headersIn, type Layout, layoutOf, maxColumns, parserOptions } from './file-layout'

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
