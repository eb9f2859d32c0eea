import { AppError } from '@app/contracts/errors'
import type { ImportReport } from '@app/contracts/imports'
import type { Layout } from './file-layout'
import type { StoredImport } from './import-store'

/** The reading of a file that a person asks for, where it was read otherwise at first. */
export type Reading = Pick<ImportReport, 'headers' | 'samples' | 'notes'> & { encoding?: string; layout: Layout }

/** The text of an import: a CSV file, or a sheet of a workbook stored as one. */
export type ImportText = {
  file: string
  headers: readonly string[]
  samples: readonly (readonly string[])[]
  encoding: string | undefined
  layout?: Layout | undefined
  notes?: ImportReport['notes']
}

/** All texts of an import, also those of sheets that are not imported. */
export const textsOf = ({ id, sheets, headers, samples, encoding, layout, notes }: StoredImport): ImportText[] =>
  sheets?.map((sheet) => ({ ...sheet, encoding: 'utf-8' })) ?? [{ file: id, headers, samples, encoding, layout, notes }]

/** @throws AppError `invalid_input` when there is no such sheet, or it cannot be imported */
export function textOf(imported: StoredImport, sheet: string | undefined, reading?: Reading): ImportText {
  const at = sheet === undefined ? 0 : (imported.sheets ?? []).findIndex(({ name }) => name === sheet)
  const refusal = at < 0 ? `The file has no sheet "${sheet}".` : imported.sheets?.[at]?.refusal
  if (refusal !== undefined && !reading) throw new AppError('invalid_input', refusal, { sheet: refusal })
  return { ...textsOf(imported)[at]!, ...reading }
}
