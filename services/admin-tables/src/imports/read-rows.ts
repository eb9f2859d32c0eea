import { pipeline, Readable } from 'node:stream'
import { AppError } from '@app/contracts/errors'
import { CsvError, parse } from 'csv-parse'

/** One line of a file below its header. `row` counts as a spreadsheet does: the header is row 1. */
export type Row = { row: number; cells: string[] }

const delimiters = [',', ';', '\t'] as const
const maxColumns = 200
const maxCellLength = 20_000
const maxHeaderLength = 200
/** Text handed to the parser at a time, in characters: rows come out before all of a large piece is read. */
const chunkLength = 16 * 1024

/** The delimiter that the first line holds most often outside quotes. */
function delimiterOf(text: string): (typeof delimiters)[number] {
  const counts = new Map<string, number>()
  let quoted = false
  for (const sign of text.slice(0, chunkLength)) {
    if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === '\n' || sign === '\r')) break
    else if (!quoted) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  return delimiters.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best))
}

const refuse = (message: string) => new AppError('invalid_input', message, { file: message })

function headersIn(cells: readonly string[]): string[] {
  const headers = cells.map((cell) => cell.trim())
  if (headers.length > maxColumns) throw refuse(`The file has more than ${maxColumns} columns.`)
  if (headers.some((header) => header.length > maxHeaderLength))
    throw refuse('The first row does not name the columns.')
  const twice = headers.find((header, at) => header !== '' && headers.indexOf(header) !== at)
  if (twice !== undefined) throw refuse(`Two columns are named "${twice}". Rename one of them.`)
  return headers.map((header, at) => header || `Column ${at + 1}`)
}

/** The parser's error in words for the person who made the file. */
function inWords(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const line = typeof error.lines === 'number' ? ` near line ${error.lines}` : ''
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return refuse(`A quotation mark is opened${line} and never closed.`)
  if (error.code === 'CSV_MAX_RECORD_SIZE') return refuse(`A row${line} is too long.`)
  return refuse(`The file is not valid CSV${line}.`)
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
  return { head, all }
}

/**
 * Reads a CSV text row by row, parted by comma, semicolon or tab; blank rows are left out.
 * @throws AppError `invalid_input` when it is not CSV, has no header, or has more rows than `maxRows`
 */
export async function* readRows(
  text: AsyncIterable<string>,
  maxRows: number,
): AsyncGenerator<Row | { headers: string[] }> {
  const { head, all } = await begin(text)
  const parser = parse({
    delimiter: delimiterOf(head),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxColumns * maxCellLength,
  })
  // Errors of either end reach the loop below; a reader that stops early ends the source.
  pipeline(Readable.from(all()), parser, () => {})
  let headers: string[] | undefined
  let row = 0
  let rows = 0
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row++
      if (record.every((cell) => cell.trim() === '')) continue
      if (!headers) {
        headers = headersIn(record)
        yield { headers }
        continue
      }
      if (++rows > maxRows) throw refuse(`The file has more than ${maxRows.toLocaleString('en-US')} rows. Split it.`)
      yield { row, cells: record }
    }
  } catch (error) {
    throw inWords(error)
  } finally {
    parser.destroy()
  }
  if (!headers) throw refuse('The file is empty.')
}
