import type { References } from '@app/contracts/tables'
import { byteOrderMark, csvHeader, csvLines, type ExportOptions, type TableSchema } from '@app/table-schema'
import type { WireRecord } from '../tables/read-record'

/** The bytes of a file made of records, in pieces. */
export type ExportFile = {
  begin(): Uint8Array
  rows(chunk: readonly WireRecord[], references: References | undefined): Uint8Array
  end(): Uint8Array
}

/** A CSV file. */
export function csvFile(schema: TableSchema, options: ExportOptions): ExportFile {
  const encoder = new TextEncoder()
  const lineOf = csvLines(schema, options)
  return {
    begin: () => encoder.encode(byteOrderMark + csvHeader(schema, options)),
    rows(chunk, references) {
      let text = ''
      for (const record of chunk) text += lineOf(record, references)
      return encoder.encode(text)
    },
    end: () => new Uint8Array(),
  }
}
