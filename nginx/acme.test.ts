import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from './certificate'
import { startEdge } from './nginx-harness'
import { writeSettings } from './settings'

const folder = mkdtempSync(join(tmpdir(), 'edge-acme-'))
const challenges = join(folder, 'challenges')
let edge: Awaited<ReturnType<typeof startEdge>>
beforeAll(async () => {
  mkdirSync(join(challenges, '.well-known/acme-challenge'), { recursive: true })
  writeFileSync(join(challenges, '.well-known/acme-challenge/token'), 'token.thumbprint')
  writeFileSync(join(challenges, 'secret'), 'not a challenge')
  const settings = { ...selfSigned(folder), PUBLIC_ORIGIN: 'https://archery.example', ACME_CHALLENGES: challenges }
  edge = await startEdge({ settings })
})
afterAll(async () => {
  await edge?.stop()
  rmSync(folder, { recursive: true })
})

const ask = (path: string) => fetch(edge.url + path, { redirect: 'manual' })

test('a challenge is answered over http as plain text, although pages are redirected', async () => {
  const answer = await ask('/.well-known/acme-challenge/token')
  expect([answer.status, await answer.text()]).toEqual([200, 'token.thumbprint'])
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  expect((await ask('/')).status).toBe(308)
})

test.each(['none', '../../secret', '%2e%2e/%2e%2e/secret', ''])('no other file is served: %j', async (name) => {
  const answer = await ask(`/.well-known/acme-challenge/${name}`)
  expect([404, 308]).toContain(answer.status)
  expect(await answer.text()).not.toContain('not a challenge')
})

test('a folder that would break the configuration is refused', () => {
  const where = { folder: join(folder, 'bad'), tlsAddress: '0', env: { PATH: process.env.PATH ?? '' } }
  expect(() => writeSettings(where, { ACME_CHALLENGES: '/srv"; }' })).toThrow(/ACME_CHALLENGES/)
})
