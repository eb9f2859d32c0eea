import { bucketUrl, count, installationId, mongoUri, readEnv } from '@app/config'
import { minutes, seconds } from '@app/contracts/durations'
import { objectStorage } from '@app/files/object-storage'
import { MongoClient } from 'mongodb'
import * as v from 'valibot'
import { DamagedArchive } from './archive-format'
import { type Keys, recipientsIn } from './encryption'
import { createProgress } from './messages'
import type { Elsewhere } from './pieces'
import { signerWith } from './signing'

const variables = v.object({
  MONGODB_URI: mongoUri,
  FILES_S3: v.optional(bucketUrl),
  INSTALLATION_ID: v.optional(installationId),
})
const journalVariables = v.object({
  JOURNAL_SECONDS: v.optional(count(3_600), '20'),
  METRICS_DIR: v.optional(v.string()),
})

const { BACKUP_RECIPIENTS, BACKUP_IDENTITY, BACKUP_SIGNING_KEY } = process.env
export const keys: Keys = {
  recipients: recipientsIn(BACKUP_RECIPIENTS),
  ...(BACKUP_IDENTITY && { identity: BACKUP_IDENTITY }),
}

export function messageOf(error: unknown): string {
  if (error instanceof DamagedArchive) return `The archive cannot be used: ${error.message}.`
  return error instanceof Error ? error.message : String(error)
}

// Messages go to standard error, since standard output may be the archive.
export const say = (line: string) => void process.stderr.write(`${line}\n`)
// A dropped connection takes the terminal away: what is said is lost then, but a swap goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
export const progress = (step: string) => createProgress(step, say)

export const address = () => readEnv(variables, process.env).MONGODB_URI

/** Limit for one collection or one index. */
export const timeouts = {
  serverSelectionTimeoutMS: seconds(10),
  connectTimeoutMS: seconds(10),
  socketTimeoutMS: minutes(30),
}

export async function withDatabase<Result>(use: (client: MongoClient) => Promise<Result>): Promise<Result> {
  const { MONGODB_URI } = readEnv(variables, process.env)
  const client = await MongoClient.connect(MONGODB_URI, { ...timeouts, appName: 'backup' })
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

export const journalSettings = () => readEnv(journalVariables, process.env)

/** Whose database it must be. */
export const installation = () => readEnv(variables, process.env).INSTALLATION_ID

export const signer = () => (BACKUP_SIGNING_KEY ? signerWith(BACKUP_SIGNING_KEY) : undefined)

export const objects = () => {
  const { FILES_S3 } = readEnv(variables, process.env)
  return FILES_S3 ? objectStorage(FILES_S3) : undefined
}
export const elsewhere = (): Elsewhere => ({
  objects: objects(),
  missing: (file) =>
    say(`Not in the archive: the bytes of ${file} are neither in the database nor in the object storage.`),
})
