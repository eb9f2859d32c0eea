import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@app/installer/checkout'
import { contentStamp } from '@app/installer/content-stamp'
import { withLock } from '@app/installer/file-lock'
import type { Machine } from '@app/installer/machine'
import { runProgram } from '@app/installer/run-program'
import { replaceFile } from '@app/secrets/env-file'

export const webDist = join(root, 'web', 'dist')

/** Inside the build folder, so that emptying it or another build removes the stamp, too. */
const stampFile = join(webDist, '.build-stamp')

/** Everything the build reads. */
const sources = ['web', 'packages/contracts', 'packages/school-time', 'packages/table-schema', 'bun.lock']
const isCurrent = (wanted: string) =>
  existsSync(join(webDist, 'index.html')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted

/** Builds the web pages unless nothing they are built from has changed. */
export async function buildWeb(machine: Machine, signal: AbortSignal): Promise<'built' | 'unchanged'> {
  return withLock(join(root, 'node_modules', '.cache', 'web-build.lock'), async () => {
    const wanted = contentStamp(root, sources)
    if (isCurrent(wanted)) return 'unchanged'
    // `--bun`: Vite's shebang would start the machine's Node.js.
    const env = { ...machine.bareEnv, NODE_ENV: 'production' }
    await runProgram(process.execPath, ['--bun', 'run', 'build'], { cwd: join(root, 'web'), env, signal })
    replaceFile(stampFile, wanted, 0o644)
    return 'built'
  })
}
