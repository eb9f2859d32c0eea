import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMachine } from '@app/installer/machine'
import { createLayout } from '@app/local-stack/layout'
import { expect, test } from 'vitest'
import type { Context } from '../context'
import { checkMail } from './check-mail'
import { dkimRow, dmarcRow, type Lookup, spfRow } from './dns-records'

const zone =
  (records: Record<string, string[]>): Lookup =>
  async (name) =>
    records[name] ?? []
const offline: Lookup = async () => undefined

test.each([
  [['v=spf1 include:mail.test -all'], undefined, 'include:mail.test'],
  [['v=spf1 include:mail.test +all'], true, 'lets anybody send'],
  [['v=spf1 -all', 'v=spf1 mx -all'], true, '2 records'],
  [['google-site-verification=x'], true, 'none at school.test'],
])('SPF %j', async (records, attention, text) => {
  const row = await spfRow('school.test', zone({ 'school.test': records }))
  expect(row).toEqual({ name: 'SPF', text: expect.stringContaining(text), ...(attention && { attention }) })
})

test('a DKIM key is found under a usual selector or the one that is named, and a revoked one is none', async () => {
  const records = {
    's1._domainkey.school.test': ['v=DKIM1; k=rsa; p=MIG'],
    'old._domainkey.school.test': ['v=DKIM1; p='],
  }
  expect(await dkimRow('school.test', undefined, zone(records))).toMatchObject({ text: expect.stringContaining('s1.') })
  expect(await dkimRow('school.test', 'old', zone(records))).toMatchObject({ attention: true })
  expect(await dkimRow('school.test', undefined, zone({}))).toMatchObject({
    text: expect.stringContaining('SELECTOR='),
  })
})

test.each([
  ['school.test', 'v=DMARC1; p=quarantine; rua=mailto:a@school.test', undefined],
  ['mail.school.test', 'v=DMARC1; p=reject', undefined],
  ['school.test', 'v=DMARC1; p=none', true],
])('DMARC of %s: %s', async (domain, record, attention) => {
  expect((await dmarcRow(domain, zone({ '_dmarc.school.test': [record] }))).attention).toBe(attention)
})

test('without a record, or without a network, each answer says so', async () => {
  expect((await dmarcRow('school.test', zone({}))).text).toContain('none at _dmarc.school.test')
  for (const row of [spfRow('a.test', offline), dkimRow('a.test', undefined, offline), dmarcRow('a.test', offline)])
    expect(await row).toMatchObject({ text: expect.stringContaining('no DNS server answered'), attention: true })
})

test('a mail server that does not answer is said, and DNS is read all the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'check-mail-'))
  const envFile = join(folder, '.env')
  writeFileSync(
    envFile,
    "SMTP_URL=smtp://127.0.0.1:1\nMAIL_FROM='School <no-reply@school.dev>'\nADMIN_EMAILS=a@school.dev\n",
  )
  const lines: string[] = []
  const context: Context = {
    layout: createLayout(folder),
    machine: createMachine({}),
    envFile,
    given: {},
    port: 8080,
    run: undefined,
    environment: {},
    write: (line) => lines.push(line),
  }
  expect(await checkMail(context, zone({ 'school.dev': ['v=spf1 mx -all'] }))).toBe(1)
  expect(lines.join('\n')).toMatch(
    /^! Mail +127\.0\.0\.1:1 took none for a@school\.dev\. The mail server cannot be reached/,
  )
  expect(lines.join('\n')).toMatch(/^ {2}SPF +school\.dev: v=spf1 mx -all$/m)
})
