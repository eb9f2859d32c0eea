import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLayout } from '@app/local-stack/layout'
import { expect, test } from 'vitest'
import { keysToRead, keysToWrite } from './backup-keys'
import type { Context } from './context'

const folder = mkdtempSync(join(tmpdir(), 'backup-keys-'))
const contextWith = (environment: Record<string, string>) =>
  ({ layout: createLayout(folder), envFile: join(folder, '.env'), given: {}, environment }) as unknown as Context

const secret = `${'QPZRY9X8GF2TVDW0S3JN'.repeat(3)}`.slice(0, 58)
test.each([
  ['BACKUP_IDENTITY', `AGE-SECRET-KEY-1${secret}`],
  ['BACKUP_IDENTITY', `AGE-SECRT-KEY-1${secret}`],
  ['BACKUP_IDENTITY', secret],
  ['BACKUP_SIGNING_KEY', `-----BEGIN PRIVATE KEY-----\n${secret}`],
  ['BACKUP_SIGNERS', `age1${secret.toLowerCase()}`],
  ['BACKUP_RECIPIENTS', `AGE-SECRET-KEY-1${secret}`],
  ['BACKUP_RECIPIENTS', `age1${secret.toLowerCase()}`],
])('a key in %s that does not belong there is refused and not shown', async (variable, value) => {
  const context = contextWith({ [variable]: value })
  const attempts = [
    () => keysToWrite(context),
    ...(variable === 'BACKUP_RECIPIENTS' ? [] : [() => keysToRead(context)]),
  ]
  for (const attempt of attempts) {
    const error = await Promise.resolve()
      .then(attempt)
      .then(
        () => undefined,
        (cause: Error) => cause,
      )
    expect(error?.message).toContain(variable)
    expect(error?.message.toUpperCase()).not.toContain(secret.slice(0, 6))
  }
  // No file was made under its name.
  expect(readdirSync(folder).filter((name) => name.includes('AGE') || name.includes(secret.slice(0, 6)))).toEqual([])
  expect(existsSync(join(process.cwd(), value))).toBe(false)
})
