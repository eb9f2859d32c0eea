import { existsSync, readFileSync, rmSync } from 'node:fs'
import type { WebsiteDraft } from '@app/contracts/website/versions'
import { say } from '../runner/command'
import { createAuthenticator } from '../support/authenticator'
import { createBrowser } from '../support/browser'
import { root } from '../support/copy-of-checkout'
import { inquiry } from '../support/inquiry'
import { adminEmail, startProduct, unlimited } from '../support/product'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'
import { noteOf } from './note-files'

// Started by run.ts in a copy of the checkout whose functions note their file.

const product = await startProduct(unlimited, { pages: false })
const staff = createBrowser(product.site)

/** The files that a process has run since it was last asked, in the order in which it first entered them. */
async function filesOf(part: string): Promise<string[]> {
  const pid = product.stack.pidOf(part)!
  const note = noteOf(root, pid)
  rmSync(note, { force: true })
  process.kill(pid, 'SIGUSR2')
  await until(`the files of ${part}`, async () => existsSync(note))
  return JSON.parse(readFileSync(note, 'utf8'))
}

async function answered(call: ReturnType<typeof staff.get>) {
  const { status, body } = await call
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

let count = 0
const name = () => `Student ${process.pid}-${count++}`
const students = '/api/tables/students'
const key = createAuthenticator(product.site)

async function importStudent(): Promise<void> {
  const { id } = await answered(staff.upload(`${students}/imports`, `First name,Last name\n${name()},Brook\n`, 'a.csv'))
  const settled = () =>
    until('the import', async () => {
      const { state } = await answered(staff.get(`${students}/imports/${id}`))
      return state !== 'checking' && state !== 'applying'
    })
  await settled()
  await answered(staff.post(`${students}/imports/${id}/apply`, {}))
  await settled()
}

async function publish(): Promise<void> {
  const { tag, content } = await answered(staff.get('/api/site/draft'))
  const testimonials = {
    ...(content as WebsiteDraft['content']).testimonials,
    items: [{ text: name(), author: 'Ada' }],
  }
  const changed = { ...(content as object), testimonials }
  const saved = await answered(staff.send('PUT', '/api/site/draft', changed, { 'if-match': `"${tag}"` }))
  await answered(staff.send('POST', '/api/site/publish', {}, { 'if-match': `"${saved['tag']}"` }))
}

async function signInWithPasskey(): Promise<void> {
  const browser = createBrowser(product.site)
  const { challenge } = await answered(browser.post('/api/passkeys/sign-in/options', {}))
  const response = key.get(String(challenge))
  await answered(browser.post('/api/passkeys/sign-in', { keep: false, response }))
}

const send = () => answered(createBrowser(product.site).post('/api/forms/submit', inquiry()))
const lastSent = () => product.db.collection('contact_submissions').findOne({}, { sort: { _id: -1 } })

/** What people do, and the processes that answer them. */
const actions: Record<string, [run: () => Promise<unknown>, ...parts: string[]]> = {
  inquiry: [send, 'forms'],
  mail: [
    async () => {
      await send()
      await until('the mail', async () => (await lastSent())?.['mail_state'] === 'sent')
    },
    'email-worker',
  ],
  list: [() => answered(staff.get(`${students}?limit=50`)), 'admin-tables'],
  cell: [
    async () => {
      const { _id: id } = (await product.db.collection('students').findOne({}))!
      await answered(staff.send('PUT', `${students}/${id}`, { notes: name() }))
    },
    'admin-tables',
  ],
  import: [importStudent, 'admin-tables'],
  publish: [publish, 'admin-tables'],
  passkey: [signInWithPasskey, 'auth'],
}

/** The files that ran each time: not those of a cache that was empty, or of work in the background. */
async function measured([run, ...parts]: (typeof actions)[string]): Promise<string[]> {
  const runs: string[][] = []
  for (let at = 0; at < 3; at++) {
    for (const part of parts) await filesOf(part)
    await run()
    runs.push((await Promise.all(parts.map(filesOf))).flat())
  }
  return runs.reduce((common, files) => common.filter((file) => files.includes(file)))
}

try {
  await signIn(staff, product, adminEmail)
  const { challenge } = await answered(staff.post('/api/passkeys/options', {}))
  await answered(staff.post('/api/passkeys', { name: 'Laptop', response: key.create(String(challenge)) }))
  const named = process.argv.slice(2)
  for (const [action, about] of Object.entries(actions)) {
    if (named.length > 0 && !named.includes(action)) continue
    const files = await measured(about)
    say(`${action.padEnd(8)} ${files.length} files`)
    if (named.length > 0) for (const file of files) say(`  ${file}`)
  }
} finally {
  await product.stop()
}
