import { AppError } from '@app/contracts/errors'
import { serveOnce } from '@app/reader/serve-reader'
import { readWorkbook } from './imports/workbook/read-workbook'

/**
 * Reads a workbook and writes its sheets as JSON. It runs as a process of its own (`workbook-process.ts`): reading takes seconds, and ten
 * times as much memory as the file, which is free again when the process ends.
 */
await serveOnce(
  async (workbook) => JSON.stringify(await readWorkbook(workbook)),
  (error) => error instanceof AppError,
)
