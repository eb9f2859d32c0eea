import { spawn } from 'node:child_process'
import { builtFile } from '@app/local-stack/service-processes'
import { builtPrograms } from './built-programs'

export const archiveTool = builtFile(await builtPrograms(), 'tools/backup/src/cli.ts')

type Ended = { code: number | NodeJS.Signals | null; said: string }

/** Runs the archive tool as a process, as `make backup` and `make restore` do. */
export function startArchiveTool(
  env: Record<string, string>,
  args: readonly string[],
  { keepInput = false }: { keepInput?: boolean } = {},
) {
  const child = spawn(process.execPath, [archiveTool, ...args], {
    stdio: [keepInput ? 'pipe' : 'ignore', keepInput ? 'ignore' : 'inherit', 'pipe'],
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = new Promise<Ended>((done) =>
    child.once('close', (code, signal) => done({ code: signal ?? code, said })),
  )
  return { ended, signal: (name: NodeJS.Signals) => void child.kill(name) }
}

export const runArchiveTool = (env: Record<string, string>, args: readonly string[]) =>
  startArchiveTool(env, args).ended
