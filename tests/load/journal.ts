import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createJournal } from '@app/backup/journal'
import { createMachine } from '@app/installer/machine'
import { createLayout } from '@app/local-stack/layout'
import { runStack } from '@app/local-stack/stack'
import { MongoClient } from 'mongodb'

/**
 * Prints how long the journal takes to find one change among inquiries, and the size of what it writes:
 *
 *   bun tests/load/journal.ts [inquiries]...
 */

const root = resolve(import.meta.dirname, '../..')
const counts = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'journal-'))
const stack = await runStack({
  layout: createLayout(folder, process.env.TOOLS_DIR ?? join(root, '.data', 'tools')),
  machine: createMachine(process.env),
  envFile: join(folder, '.env'),
  given: {},
  only: ['mongo'],
})
const client = await MongoClient.connect(stack.mongoUri)
const inquiry = (at: number) => ({
  name: `Visitor ${at}`,
  email: `visitor-${at}@example.com`,
  message: `A course for ${at} people. `.repeat(40),
  mails: [{ to: 'school', state: 'sent' }],
})

async function timed(step: () => Promise<unknown>): Promise<string> {
  const startedAt = performance.now()
  await step()
  return `${Math.round(performance.now() - startedAt)} ms`
}

try {
  for (const count of counts.length > 0 ? counts : [1_000, 20_000, 100_000]) {
    const db = client.db(`journal_${count}`)
    const inquiries = db.collection('contact_submissions')
    for (let at = 0; at < count; at += 1_000)
      await inquiries.insertMany(Array.from({ length: Math.min(1_000, count - at) }, (_, n) => inquiry(at + n)))
    const own = mkdtempSync(join(folder, 'files-'))
    const journal = createJournal(db, own, { keys: { recipients: [] }, elsewhere: { missing() {} } })
    const from = Date.now()
    const base = await timed(() => journal.write(new Date(from)))
    await inquiries.insertOne(inquiry(count))
    const changed = await timed(() => journal.write(new Date(from + 1_000)))
    const idle = await timed(() => journal.write(new Date(from + 2_000)))
    const series = join(own, readdirSync(own)[0]!)
    const sizes = readdirSync(series).map((name) => `${Math.ceil(statSync(join(series, name)).size / 1024)} KB`)
    process.stdout.write(
      `${count} inquiries: all ${base}, one change ${changed}, none ${idle}; files ${sizes.join(', ')}\n`,
    )
  }
} finally {
  await client.close()
  await stack.stop()
  rmSync(folder, { recursive: true, force: true })
}
