import { parseArgs } from 'node:util'
import { readEnv, urlOf } from '@app/config'
import { minutes, seconds } from '@app/contracts/durations'
import { MongoClient } from 'mongodb'
import * as v from 'valibot'
import { openArchive, writeArchive } from './archive-file'
import type { Manifest } from './archive-format'
import { backUp } from './back-up'
import { createProgress } from './progress'
import { restore, verifyArchive } from './restore'

const usage = 'usage: cli.ts backup FILE|- | verify FILE | restore FILE [--force] [--without NAME]...'
const variables = v.object({ MONGODB_URI: urlOf('mongodb', 'mongodb+srv') })

// What is read may go to the standard output, so what is said goes beside it.
const say = (line: string) => void process.stderr.write(`${line}\n`)
const progress = (step: string) => createProgress(step, say)

/** A collection, or an index of one, may take long; but not forever. */
const patience = { serverSelectionTimeoutMS: seconds(10), connectTimeoutMS: seconds(10), socketTimeoutMS: minutes(30) }

async function withDatabase<Result>(use: (client: MongoClient) => Promise<Result>): Promise<Result> {
  const { MONGODB_URI } = readEnv(variables, process.env)
  const client = await MongoClient.connect(MONGODB_URI, { ...patience, appName: 'backup' })
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

function sum(manifest: Manifest): string {
  const all = Object.values(manifest)
  const documents = all.reduce((total, one) => total + one.documents, 0)
  const bytes = all.reduce((total, one) => total + one.bytes, 0)
  return `${documents} documents in ${all.length} collections, ${(bytes / 1024 / 1024).toFixed(1)} MB`
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean' }, without: { type: 'string', multiple: true } },
  })
  const [command, file] = positionals
  if (!file || positionals.length !== 2) throw new Error(usage)
  if (command === 'backup') {
    await withDatabase((client) =>
      writeArchive(file, async (target) => {
        const manifest = await backUp(client.db(), target, progress('read'))
        say(`Backed up: ${sum(manifest)}.`)
      }),
    )
  } else if (command === 'verify') {
    const { header, manifest } = await verifyArchive(openArchive(file), progress('check'))
    say(`The archive is whole: ${sum(manifest)}, written ${header.createdAt}.`)
  } else if (command === 'restore') {
    const { force = false, without = [] } = values
    const options = { open: () => openArchive(file), force, without, progress }
    const manifest = await withDatabase((client) => restore(client.db(), options))
    say(`Restored and compared: ${sum(manifest)}.`)
  } else throw new Error(usage)
}

try {
  await run()
  process.exit(0)
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
