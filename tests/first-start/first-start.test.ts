import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { docker } from '@app/containers/docker'
import { choosePorts } from '@app/local-stack/ports'
import { afterAll, expect, test } from 'vitest'
import { createVisitor } from '../compose/visitor'
import { nightlyTest } from '../support/cases'
import { type Clone, checkout, cloneIn, containersOf, createClone, firstCommands, processesOf } from './clone'

/**
 * What a newcomer types. CI runs it in the clean checkout itself (FIRST_START=here), with default ports; elsewhere fresh
 * clones are used, so that a running product of the developer is left alone.
 */
const here = process.env.FIRST_START === 'here'
const engine = await docker.available(process.env, 60_000)
const ports = await choosePorts(['first', 'second', 'third', 'mail', 'identity'], {})
const firstPort: Record<string, string> = here ? {} : { PORT: String(ports.first) }

const first = here ? cloneIn(checkout) : await createClone()
const second = await createClone()
const local = { RUN: 'local', PORT: String(ports.second) }
const clones = [first, second]

afterAll(async () => {
  for (const clone of clones) {
    await clone.type('make down', clone === second ? local : {})
    if (engine) await clone.type('docker compose down -v --rmi local')
  }
  await second.remove()
  if (!here) await first.remove()
})

async function codesIn({ mail }: { mail: string }): Promise<string[]> {
  const messages = (await (await fetch(`${mail}/api/messages`)).json()) as { text: string }[]
  return messages.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
}

async function inquiry(addresses: { site: string; mail: string }, name: string) {
  const visitor = createVisitor(addresses)
  // Of its own: the same text from the same address counts as the same inquiry.
  const message = `Two children would like to try archery. Please call ${name}.`
  const body = { formId: 'contact_form', name, email: 'ada@visitor.example', interest: 'Lessons', message }
  expect(await (await visitor.post('/api/forms/submit', body)).json()).toMatchObject({ success: true })
  expect((await visitor.mailAbout(name)).subject).toContain(name)
}

/** A code login, a sample inquiry in the list, and one inquiry through to the mail box. */
async function journey(addresses: { site: string; mail: string }, name: string) {
  const visitor = createVisitor(addresses)
  const page = await visitor.get('/')
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1')])
  const email = 'admin@archery.example'
  const before = await codesIn(addresses)
  expect((await visitor.post('/api/send-otp', { email })).status).toBe(200)
  await expect.poll(() => codesIn(addresses), { timeout: 120_000 }).not.toEqual(before)
  const otp = (await codesIn(addresses)).find((code) => !before.includes(code))
  expect((await visitor.post('/api/verify-otp', { email, otp })).status).toBe(200)
  const inquiries = await visitor.get('/api/tables/contact_submissions?name=Dana%20Reyes')
  expect(await inquiries.json(), 'a sample inquiry').toMatchObject({ total: 1, data: [{ status: 'new' }] })
  expect(await mailsOf(addresses), 'sample inquiries are not mailed').not.toContain('Dana Reyes')
  await inquiry(addresses, name)
}

const mailsOf = async ({ mail }: { mail: string }) => (await fetch(`${mail}/api/messages`)).text()
const succeeds = async (clone: Clone, command: string, env: Record<string, string> = {}) => {
  const { code, text } = await clone.type(command, env)
  expect(code, text).toBe(0)
  return text
}

test('the README begins with the two commands that are typed here and in CI', () => {
  expect(firstCommands()).toEqual(['make up', 'make test'])
})

test('`make up` in a fresh clone: a login and an inquiry go through to the mail box', async () => {
  expect(await succeeds(first, 'make up', firstPort)).toContain('/admin')
  await journey(await first.urls(), 'Ada First')
})

test('a second clone on another port, with local processes, has its own records and mails', async () => {
  await succeeds(second, 'make up', local)
  const addresses = await second.urls(local)
  await journey(addresses, 'Grace Second')
  expect(await mailsOf(await first.urls())).not.toContain('Grace Second')
  expect(await mailsOf(addresses)).not.toContain('Ada First')
})

nightlyTest('after kill -9 of the supervisor the next `make up` cleans up and starts again', async () => {
  const { supervisor } = JSON.parse(readFileSync(join(second.folder, '.data/run/state.json'), 'utf8'))
  process.kill(supervisor.pid, 'SIGKILL')
  await succeeds(second, 'make up', local)
  await inquiry(await second.urls(local), 'Grace Again')
})

nightlyTest('a warm `make up` with the .env of the first start, and after a changed lock file', async () => {
  await succeeds(second, 'make down', local)
  await succeeds(second, 'touch bun.lock')
  await succeeds(second, 'make up', { RUN: 'local' })
  expect((await second.urls(local)).site).toBe(`http://localhost:${ports.second}`)
})

test('`make down` in one clone leaves the other one running', async () => {
  await succeeds(second, 'make down', local)
  expect(processesOf(second.folder)).toEqual([])
  expect((await fetch((await first.urls()).site)).status).toBe(200)
})

test('after `make down` nothing is left running', async () => {
  await succeeds(first, 'make down')
  if (!here) expect(processesOf(first.folder)).toEqual([])
  if (engine) expect(await containersOf(first.folder)).toEqual([])
})

test.skipIf(!engine)('`docker compose up --build --wait` with nothing before it gives the whole product', async () => {
  const third = await createClone()
  clones.push(third)
  const { third: PORT, mail: MAIL_PORT, identity: IDENTITY_PORT } = ports
  const env = here
    ? {}
    : Object.fromEntries(Object.entries({ PORT, MAIL_PORT, IDENTITY_PORT }).map(([k, v]) => [k, `${v}`]))
  await succeeds(third, 'docker compose up --build --wait', env)
  const site = `http://localhost:${env['PORT'] ?? 8080}`
  await journey({ site, mail: `http://localhost:${env['MAIL_PORT'] ?? 8025}` }, 'Katherine Third')
  // Nothing changes when `make up` follows: the same project, the same containers.
  const before = (await succeeds(third, 'docker compose ps -q', env)).trim().split('\n').sort()
  await succeeds(third, 'make up', env)
  expect((await succeeds(third, 'docker compose ps -q')).trim().split('\n').sort()).toEqual(before)
  await succeeds(third, 'docker compose up -d')
  expect((await succeeds(third, 'docker compose ps -q')).trim().split('\n').sort()).toEqual(before)
  await succeeds(third, 'make down')
  expect(await containersOf(third.folder)).toEqual([])
})
