import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startStack } from '@app/local-stack'
import { cleanUpOnSignal } from '@app/local-stack/clean-up-on-signal'
import { MongoClient } from 'mongodb'
import { keepLogs } from '../runner/product-logs'
import { builtPrograms } from './built-programs'
import { dataFolder } from './data-folder'

/** The address that signs in as an admin in tests. */
export const adminEmail = 'admin@archery.example'

export type BoxedMail = {
  id: string
  from: { name: string; address: string }
  to: { name: string; address: string }[]
  replyTo: { name: string; address: string } | null
  subject: string
  date: string
  text: string
  html: string
  headers: Record<string, string>
  attachments?: { name: string; size: number }[]
}

/** All clients of a test share one address, so per-address limits are lifted unless a test is about them. */
const manyVisitors = { IP_LIMIT_FACTOR: '100', INQUIRIES_PER_HOUR: '10000' }

/** Settings of a product with sample records that refuses nothing because there was too much of it. */
export const unlimited = {
  ...{ SEED_SAMPLES: 'true', SEED_INQUIRIES: 'true', OTP_ALLOW_UNKNOWN: 'true' },
  ...{ IP_LIMIT_FACTOR: '100000', INQUIRIES_PER_HOUR: '100000000' },
}

/** The name of the build of a product without pages. */
export const buildOfEmptyPages = 'empty'

/** Replaces the web build in tests that call the API only; its renderer shows name and phone number. */
function emptyPages(dataDir: string): string {
  const folder = join(dataDir, 'no-pages')
  mkdirSync(folder, { recursive: true })
  for (const name of ['index.html', 'app.html']) writeFileSync(join(folder, name), '<!doctype html><title>Test</title>')
  const renderer = join(folder, '.renderer')
  mkdirSync(renderer, { recursive: true })
  const program = `
    export const renderPage = (template, { facts }) => [template, facts.name, facts.phone].join(' ')
    export const renderLegalPage = (template, { legal }, name) => template + legal[name]
    export const renderFiles = () => ({})
  `
  writeFileSync(join(renderer, 'page.js'), program)
  writeFileSync(join(renderer, 'template.html'), '<!doctype html>')
  writeFileSync(join(renderer, 'build'), buildOfEmptyPages)
  return folder
}

/** What a person at the desk needs: each process more costs a start of every file. */
export const desk = ['mongo', 'redis', 'mail-box', 'auth', 'email-worker', 'admin-tables', 'nginx']
const usual = [...desk, 'forms']
/** Only then commands see the product as running. */
export const everything = [...usual, 'identity-provider']

type Parts = {
  /** The built pages instead of empty ones. */
  pages?: boolean
  /** Default: `everything` without the identity provider. */
  only?: readonly string[]
}

/** Starts a product, or `only` some of its processes, for one test file and opens its database. */
export async function startProduct(env: Record<string, string> = {}, { pages = true, only = usual }: Parts = {}) {
  const dataDir = dataFolder('product')
  const removeData = () => rmSync(dataDir, { recursive: true, force: true })
  cleanUpOnSignal(removeData)
  const webDist = pages ? {} : { webDist: emptyPages(dataDir) }
  const stack = await startStack({
    dataDir,
    env: { ADMIN_EMAILS: adminEmail, ...manyVisitors, ...env },
    ...webDist,
    // A folder, once tests/support/other-version.ts has prepared it.
    otherVersion: process.env.OTHER_VERSION,
    programs: await builtPrograms(),
    only: only === everything ? undefined : only.flatMap((name) => [name, `${name}-other`]),
  })
  const mongo = await MongoClient.connect(stack.mongoUri)
  return {
    stack,
    dataDir,
    site: stack.urls.site,
    db: mongo.db(),
    async mails(): Promise<BoxedMail[]> {
      const answer = await fetch(`${stack.urls.mail}/api/messages`)
      return answer.json() as Promise<BoxedMail[]>
    },
    async stop() {
      await mongo.close()
      await stack.stop()
      keepLogs(dataDir)
      removeData()
    },
  }
}

export type Product = Awaited<ReturnType<typeof startProduct>> & {
  /** The cookies of each address that has signed in, where parts of a test file share the product. */
  signedIn?: Map<string, ReadonlyMap<string, string>>
}
