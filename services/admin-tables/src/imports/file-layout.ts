import { invalidFile } from '@app/contracts/errors'
import { type Delimiter, delimiters } from '@app/contracts/imports'
import { recognizedHeadings, type TableSchema } from '@app/table-schema'
import { parse } from 'csv-parse/sync'

/** The delimiter of a text, and the row that names the columns: rows count as a spreadsheet counts them, from 1. */
export type Layout = { delimiter: Delimiter; headingRow: number }

export const maxColumns = 200
const maxHeaderLength = 200
/** Rows that are looked at; headings are among the first of them. */
const looked = 40
const maxHeadingRow = 20

/** The options of all readers of such texts: quotes may come after a blank, and within a cell they are signs of it. */
export const parserOptions = (head: string, delimiter: string) => ({
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

/** The first rows; of a text that goes on, the last one may be cut. */
function rowsIn(head: string, delimiter: string, isAll: boolean): string[][] {
  let text = head
  const options = { ...parserOptions(head, delimiter), to: looked }
  for (let cut = 0; cut < maxCutLines && text !== ''; cut++) {
    try {
      const rows = parse(text, options) as string[][]
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
export const columnCount = (head: string, isAll: boolean, { delimiter, headingRow }: Layout): number =>
  Math.max(
    1,
    ...rowsIn(head, delimiter, isAll)
      .slice(headingRow - 1)
      .map(width),
  )

/** The layout of a text, as its first characters tell; a person's answer is taken as it is. */
export function layoutOf(head: string, isAll: boolean, given: Partial<Layout> = {}, schema?: TableSchema): Layout {
  const delimiter = given.delimiter ?? delimiterOf(head, isAll)
  if (given.headingRow !== undefined) return { delimiter, headingRow: given.headingRow }
  const rows = rowsIn(head, delimiter, isAll)
  return { delimiter, headingRow: headingRowOf(schema, rows, statedDelimiter(head) ? 1 : 0) + 1 }
}

/**
 * The names of the columns, each once: of equal ones the second is "Phone (2)", and a column without one is named by its place.
 * @throws AppError `invalid_input` when the row names no columns
 */
export function headersIn(cells: readonly string[], columns = 1): string[] {
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
