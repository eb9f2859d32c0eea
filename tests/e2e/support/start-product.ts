import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../support/free-port'
import { adminEmail } from './sample-people'

const root = resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

/**
 * Starts a product with data of its own, and stops it after the last test.
 * Uses a running product instead when `SITE_URL` and `MAIL_URL` are set.
 */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export.
export default async function startProduct() {
  if (process.env.SITE_URL) return
  const home = await mkdtemp(join(tmpdir(), 'archery-e2e-'))
  const env = {
    ...process.env,
    PORT: String(await freePort()),
    DATA_DIR: join(home, 'data'),
    ENV_FILE: join(home, '.env'),
    RUN: 'local',
    TOOLS_DIR: process.env.TOOLS_DIR ?? join(root, '.data', 'tools'),
    ADMIN_EMAILS: adminEmail,
    // All browsers come from one address, within minutes.
    IP_LIMIT_FACTOR: '100',
    EDGE_LIMIT_FACTOR: '0',
    INQUIRIES_PER_HOUR: '10000',
  }
  const make = (target: string) =>
    run('make', ['-s', target], { cwd: root, env }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }) => Promise.reject(new Error(`make ${target} failed:\n${stdout}\n${stderr}`)),
    )
  const stop = async () => {
    await make('down')
    await rm(home, { recursive: true, force: true })
  }

  try {
    await make('up')
    const urls = Object.fromEntries((await make('urls')).split('\n').map((line) => line.split(/=(.*)/)))
    process.env.SITE_URL = urls.site
    process.env.MAIL_URL = urls.mail
  } catch (error) {
    // Report the first error.
    await stop().catch(() => {})
    throw error
  }
  return stop
}
