import { AppError } from '@app/contracts/errors'
import { csvText } from '@app/table-schema'
import readXlsxFile, { type CellValue } from 'read-excel-file/universal'
import { boundedWorkbook } from './unpack-workbook'

/** One sheet as CSV. */
export type Sheet = { name: string; text: string }

/** Of all sheets, in characters: a text may be in many cells and is stored once. */
const maxTextLength = 10 * 1024 * 1024
const maxSheets = 20

const refuse = (message: string) => new AppError('invalid_input', message, { file: message })

/** Excel counts times without a day from the last days of 1899. */
const isTimeOnly = (date: Date) => date.getUTCFullYear() < 1900

/** A day, a time, or both, as the import reads them. Times are stored as fractions of a day, so their seconds are not exact. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 60_000) * 60_000).toISOString().split(/[T.]/)
  const minutes = time.slice(0, 5)
  if (isTimeOnly(date)) return minutes
  return minutes === '00:00' ? day : `${day} ${minutes}`
}

function cellText(value: CellValue | null): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dateText(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return csvText(String(value).replaceAll('\u0000', ''))
}

async function sheetsOf(file: Uint8Array) {
  try {
    return await readXlsxFile(boundedWorkbook(file).buffer)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refuse('This workbook cannot be read. Open it in Excel, save it as CSV, and choose that file.')
  }
}

/**
 * The sheets of a workbook that hold something, with the results of formulas. A row of the text is a row of the sheet.
 * @throws AppError `invalid_input` when it is no workbook, or too large
 */
export async function readWorkbook(file: Uint8Array): Promise<Sheet[]> {
  let length = 0
  const sheets: Sheet[] = []
  for (const { sheet: name, data } of (await sheetsOf(file)).slice(0, maxSheets)) {
    let text = ''
    for (const row of data) {
      const line = `${row.map(cellText).join(',')}\r\n`
      length += line.length
      if (length > maxTextLength)
        throw refuse('This workbook holds too much text. Save the sheet as CSV, and choose that file.')
      text += line
    }
    if (/[^,\s]/.test(text)) sheets.push({ name, text })
  }
  if (sheets.length === 0) throw refuse('The workbook is empty.')
  return sheets
}
