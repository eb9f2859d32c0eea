import { AppError } from '@app/contracts/errors'
import { readWorkbook } from './imports/workbook/read-workbook'
import { refusedCode } from './reader-process'

/**
 * Reads a workbook from the standard input and writes its sheets as JSON. It runs as a process of its own (`workbook-process.ts`):
 * reading takes seconds, and ten times as much memory as the file, which is free again when the process ends.
 */
try {
  // Linux ends this process, not the service, when memory runs out.
  await Bun.write('/proc/self/oom_score_adj', '1000').catch(() => {})
  await Bun.write(Bun.stdout, JSON.stringify(await readWorkbook(await Bun.stdin.bytes())))
} catch (error) {
  if (!(error instanceof AppError)) throw error
  process.stderr.write(error.message)
  process.exitCode = refusedCode
}
