import { byteOrderMark, csvHeader, csvLines, type Descriptor } from '@app/table-schema'
import type { WireRecord } from '../models/read-record'
import type { Rows } from '../models/record-store'

/**
 * A table as CSV, written as fast as it is read and never ahead of it. A fault on the way breaks the transfer, so a short
 * file never looks like a whole one; whoever leaves closes the cursor.
 *
 * @param ended is called once, however it ends
 */
export async function exportTable(descriptor: Descriptor, rows: Rows, ended: () => void): Promise<ReadableStream> {
  const encoder = new TextEncoder()
  const lineOf = csvLines(descriptor)
  const linesOf = (batch: readonly WireRecord[]) => {
    let text = ''
    for (const record of batch) text += lineOf(record)
    return encoder.encode(text)
  }
  const end = async () => {
    ended()
    await rows.close().catch(() => {})
  }
  let first: WireRecord[] | undefined
  try {
    // A fault before the first byte can still be answered as such.
    first = await rows.next()
  } catch (error) {
    await end()
    throw error
  }
  let begun = false
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          if (!begun) {
            begun = true
            controller.enqueue(encoder.encode(byteOrderMark + csvHeader(descriptor)))
            if (first) controller.enqueue(linesOf(first))
            first = undefined
            return
          }
          const batch = await rows.next()
          if (batch) return controller.enqueue(linesOf(batch))
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
