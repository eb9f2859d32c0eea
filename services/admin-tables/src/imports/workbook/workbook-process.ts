import { readFile } from 'node:fs/promises'
import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { FileBytes } from '../decode-text'
import type { Sheet } from './read-workbook'

/** The exit code of a workbook that is refused; the error output says why. */
export const refusedCode = 3

const timeoutMs = seconds(30)
/** With the service itself below the 256 MB of a container. */
const maxResidentBytes = 190 * 1024 * 1024
const watchMs = 50
const pageBytes = 4_096

const tooLarge = 'This workbook is too large to be read here. Save the sheet as CSV, and choose that file.'
const refuse = (message: string) => new AppError('invalid_input', message, { file: message })

/** The resident memory of a process; 0 where the system does not say it. */
async function residentBytes(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(statm.split(' ')[1] ?? 0) * pageBytes
}

export type ReadSheets = (file: FileBytes) => Promise<Sheet[]>

/** Reads workbooks in a process of its own, without the secrets of the service. `program` is the path of `workbook-reader`. */
export const workbookProcess =
  (program: string): ReadSheets =>
  async (file) => {
    const reader = Bun.spawn([process.execPath, '--smol', program], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
      env: {},
      timeout: timeoutMs,
    })
    const watch = setInterval(async () => {
      if ((await residentBytes(reader.pid)) > maxResidentBytes) reader.kill('SIGKILL')
    }, watchMs)
    try {
      const output = Promise.all([reader.stdout.text(), reader.stderr.text(), reader.exited])
      for await (const bytes of file()) {
        reader.stdin.write(bytes)
        await reader.stdin.flush()
      }
      await reader.stdin.end()
      const [sheets, message, code] = await output
      if (code === 0) return JSON.parse(sheets) as Sheet[]
      throw refuse(code === refusedCode ? message : tooLarge)
    } finally {
      clearInterval(watch)
      reader.kill('SIGKILL')
    }
  }
