import { AppError, invalidFile } from '@app/contracts/errors'
import { csvText } from '@app/table-schema'
import readXlsxFile, { type CellValue } from 'read-excel-file/universal'
import { boundedWorkbook } from './unpack-workbook'

/** One sheet as CSV. */
export type Sheet = { name: string; text: string }

/** Of all sheets, in characters: a text may be in many cells and is stored once. */
const maxTextLength = 10 * 1024 * 1024
const maxSheets = 20

/** Excel counts times without a day from the last days of 1899. */
const isTimeOnly = (date: Date) => date.getUTCFullYear() < 1900

const minute = 60_000
const day = 24 * 60 * minute

/** Times are stored as fractions of a day, which hardly ever are exact. What is rounded stays on its day. */
function exactTime(time: number): number {
  const rounded = Math.round(time / minute) * minute
  if (Math.abs(time - rounded) < 500 && Math.floor(rounded / day) === Math.floor((time + 50) / day)) return rounded
  return Math.floor((time + 50) / 1_000) * 1_000
}

/** A day, a time, or both, as the import reads them. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const [written = '', time = ''] = new Date(exactTime(date.getTime())).toISOString().split(/[T.]/)
  const clock = time.endsWith(':00') ? time.slice(0, 5) : time
  if (isTimeOnly(date)) return clock
  return clock === '00:00' ? written : `${written} ${clock}`
}

function cellText(value: CellValue | null): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dateText(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  // Spreadsheets show and keep so many digits; what follows comes from adding up.
  if (typeof value === 'number') return csvText(String(Number(value.toPrecision(15))))
  return csvText(String(value).replaceAll('\u0000', ''))
}

/**
 * The sheets of a workbook that hold something, with the results of formulas. A row of the text is a row of the sheet.
 * @throws AppError `invalid_input` when it is no workbook, or too large
 */
export async function readWorkbook(file: Uint8Array): Promise<Sheet[]> {
  try {
    return await sheetsOf(file)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalidFile('This workbook cannot be read. Open it in Excel, save it as CSV, and choose that file.')
  }
}

async function sheetsOf(file: Uint8Array): Promise<Sheet[]> {
  let length = 0
  const sheets: Sheet[] = []
  for (const { sheet: name, data } of (await readXlsxFile(boundedWorkbook(file).buffer)).slice(0, maxSheets)) {
    let text = ''
    for (const row of data) {
      const line = `${row.map(cellText).join(',')}\r\n`
      length += line.length
      if (length > maxTextLength)
        throw invalidFile('This workbook holds too much text. Save the sheet as CSV, and choose that file.')
      text += line
    }
    if (/[^,\s]/.test(text)) sheets.push({ name, text })
  }
  if (sheets.length === 0) throw invalidFile('The workbook is empty.')
  return sheets
}
