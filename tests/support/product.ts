import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStack } from '@app/local-stack'
import { MongoClient } from 'mongodb'

/** The address that signs in as an admin in tests. */
export const adminEmail = 'admin@archery.example'

export type BoxedMail = {
  id: string
  from: { name: string; address: string }
  to: { name: string; address: string }[]
  replyTo: { name: string; address: string } | null
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** All browsers of a test come from one address, so the limits for an address are lifted unless a test is about them. */
const manyVisitors = { IP_LIMIT_FACTOR: '100' }

/** A running product of its own with its database opened, for one test file. */
export async function startProduct(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'archery-product-'))
  const stack = await startStack({ dataDir, env: { ADMIN_EMAILS: adminEmail, ...manyVisitors, ...env } })
  const mongo = await MongoClient.connect(stack.mongoUri)
  return {
    stack,
    site: stack.urls.site,
    db: mongo.db(),
    async mails(): Promise<BoxedMail[]> {
      const answer = await fetch(`${stack.urls.mail}/api/messages`)
      return answer.json() as Promise<BoxedMail[]>
    },
    async stop() {
      await mongo.close()
      await stack.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type Product = Awaited<ReturnType<typeof startProduct>>
