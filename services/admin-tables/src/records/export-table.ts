import { seconds } from '@app/contracts/durations'
import type { References } from '@app/contracts/tables'
import { byteOrderMark, csvHeader, csvLines, type ExportOptions, type TableSchema } from '@app/table-schema'
import type { WireRecord } from '../tables/read-record'
import type { Rows } from './record-store'

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

const answerWithin = seconds(2)

/**
 * A table as a file, written as fast as it is read and never ahead of it. An error midway aborts the transfer, so a short
 * file never looks like a whole one; a client that disconnects closes the cursor.
 *
 * @param ended is called once, however it ends
 */
export async function exportTable(
  file: ExportFile,
  rows: Rows,
  ended: () => void,
  referencesOf: (chunk: readonly WireRecord[]) => Promise<References | undefined>,
): Promise<ReadableStream> {
  const linesOf = async (chunk: readonly WireRecord[]) => file.rows(chunk, await referencesOf(chunk))
  const end = async () => {
    ended()
    await rows.close().catch(() => {})
  }
  // An early error can still be answered with a status; the first byte does not wait longer than this.
  const first = rows.next()
  try {
    await Promise.race([first, new Promise((late) => setTimeout(late, answerWithin))])
  } catch (error) {
    await end()
    throw error
  }
  first.catch(() => {})
  let ahead: Promise<WireRecord[] | undefined> | undefined = first
  let begun = false
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          if (!begun) {
            begun = true
            return controller.enqueue(file.begin())
          }
          const chunk = await (ahead ?? rows.next())
          ahead = undefined
          if (chunk) return controller.enqueue(await linesOf(chunk))
          const last = file.end()
          if (last.length > 0) controller.enqueue(last)
          controller.close()
          await end()
        } catch (error) {
          await end()
          throw error
        }
      },
      cancel: end,
    },
    { highWaterMark: 1 },
  )
}
