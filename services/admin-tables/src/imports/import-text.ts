import { AppError } from '@app/contracts/errors'
import type { StoredImport } from './import-store'

/** What is read of an import: a CSV file, or a sheet of a workbook stored as one. */
export type ImportText = {
  file: string
  headers: readonly string[]
  samples: readonly (readonly string[])[]
  encoding: string | undefined
}

/** All texts of an import, also those of sheets that are not imported. */
export const textsOf = ({ id, sheets, headers, samples, encoding }: StoredImport): ImportText[] =>
  sheets?.map((sheet) => ({ ...sheet, encoding: 'utf-8' })) ?? [{ file: id, headers, samples, encoding }]

/** @throws AppError `invalid_input` when there is no such sheet, or it cannot be imported */
export function textOf(imported: StoredImport, sheet: string | undefined): ImportText {
  const at = sheet === undefined ? 0 : (imported.sheets ?? []).findIndex(({ name }) => name === sheet)
  const refusal = at < 0 ? `The file has no sheet "${sheet}".` : imported.sheets?.[at]?.refusal
  if (refusal !== undefined) throw new AppError('invalid_input', refusal, { sheet: refusal })
  return textsOf(imported)[at]!
}
