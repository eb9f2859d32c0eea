import { seconds } from '@app/contracts/durations'
import { invalidFile } from '@app/contracts/errors'
import { runReader } from '@app/reader/run-reader'
import type { FileBytes } from '../decode-text'
import type { Sheet } from './read-workbook'

/** With the service itself below the 256 MB of a container. */
const limits = { timeoutMs: seconds(30), maxBytes: 190 * 1024 * 1024 }

const tooLarge = 'This workbook is too large to be read here. Save the sheet as CSV, and choose that file.'
export type ReadSheets = (file: FileBytes) => Promise<Sheet[]>

/** Reads workbooks. `program` is the path of `workbook-reader`. */
export const workbookProcess =
  (program: string): ReadSheets =>
  async (file) => {
    const { isDone, isRefused, output, message } = await runReader(program, file(), limits)
    if (isDone) return JSON.parse(new TextDecoder().decode(output)) as Sheet[]
    throw invalidFile(isRefused ? message : tooLarge)
  }
