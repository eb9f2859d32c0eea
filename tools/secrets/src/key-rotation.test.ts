import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addToEnvFile, readEnvFile } from './env-file'
import { missingSecrets } from './generate-secrets'
import { nextKeys, rotateKeys } from './key-rotation'

const kidsOf = (published: string) => (JSON.parse(published).keys as { kid: string }[]).map(({ kid }) => kid)
const kidOf = (signing: string) => JSON.parse(signing).kid as string
const hours = (count: number) => new Date(count * 3_600_000)

async function firstKeys() {
  const made = Object.fromEntries((await missingSecrets({})).map(({ name, value }) => [name, value]))
  return { signing: made['SESSION_SIGNING_KEY']!, published: made['SESSION_PUBLIC_KEYS']! }
}

test('the new key is published beside the one it replaces, and an old one goes twelve hours after it last signed', async () => {
  const first = await firstKeys()
  const second = await nextKeys(first, hours(0))
  expect(kidsOf(second.published)).toEqual([kidOf(second.signing), kidOf(first.signing)])
  const third = await nextKeys(second, hours(1))
  expect(kidsOf(third.published)).toEqual([third, second, first].map(({ signing }) => kidOf(signing)))
  const fourth = await nextKeys(third, hours(12))
  expect(kidsOf(fourth.published)).toEqual([fourth, third, second].map(({ signing }) => kidOf(signing)))
  expect(fourth.published).not.toContain('"d"')
})

test('services learn the public key before anything is signed with it', async () => {
  const envFile = join(mkdtempSync(join(tmpdir(), 'rotation-')), '.env')
  addToEnvFile(envFile, await missingSecrets({}))
  const before = readEnvFile(envFile)
  const told: [string, string][] = []
  await rotateKeys(envFile, async (name, value) => {
    told.push([name, value])
    if (name === 'SESSION_PUBLIC_KEYS')
      expect(readEnvFile(envFile)['SESSION_SIGNING_KEY']).toBe(before['SESSION_SIGNING_KEY'])
  })
  expect(told.map(([name]) => name)).toEqual(['SESSION_PUBLIC_KEYS', 'SESSION_SIGNING_KEY'])
  const after = readEnvFile(envFile)
  expect(after).toEqual({ ...before, ...Object.fromEntries(told) })
  expect(kidsOf(after['SESSION_PUBLIC_KEYS']!)).toContain(kidOf(after['SESSION_SIGNING_KEY']!))
})

test('keys that are kept elsewhere are left alone', async () => {
  const envFile = join(mkdtempSync(join(tmpdir(), 'rotation-')), '.env')
  writeFileSync(envFile, 'SESSION_SIGNING_KEY_FILE=/run/secrets/key\n')
  await expect(rotateKeys(envFile, async () => {})).rejects.toThrow(/where they are kept/)
})
