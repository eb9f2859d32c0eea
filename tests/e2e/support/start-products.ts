import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { keepLogs } from '../../runner/product-logs'
import { dataFolder } from '../../support/data-folder'
import { freePort } from '../../support/free-port'
import { adminEmail } from './sample-people'

const root = resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

async function startProduct() {
  const home = dataFolder('e2e')
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
    // A journey counts the inquiries that it sends.
    SEED_INQUIRIES: 'false',
  }
  const make = (target: string) =>
    run('make', ['-s', target], { cwd: root, env }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }) => Promise.reject(new Error(`make ${target} failed:\n${stdout}\n${stderr}`)),
    )
  const stop = async () => {
    await make('down')
    keepLogs(env.DATA_DIR, 'e2e')
    await rm(home, { recursive: true, force: true })
  }

  try {
    await make('up')
    const urls = Object.fromEntries((await make('urls')).split('\n').map((line) => line.split(/=(.*)/)))
    return { site: String(urls.site), mail: String(urls.mail), stop }
  } catch (error) {
    // Report the first error.
    await stop().catch(() => {})
    throw error
  }
}

/**
 * Starts a product with data of its own for each worker, and stops them after the last test.
 * Uses a running product instead when `SITE_URL` and `MAIL_URL` are set.
 */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export.
export default async function startProducts({ workers }: { workers: number }) {
  if (process.env.SITE_URL) return
  const starts = await Promise.allSettled(Array.from({ length: workers }, startProduct))
  const products = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const stop = async () => {
    await Promise.all(products.map((product) => product.stop()))
  }
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  process.env.SITE_URL = products.map(({ site }) => site).join(' ')
  process.env.MAIL_URL = products.map(({ mail }) => mail).join(' ')
  return stop
}
