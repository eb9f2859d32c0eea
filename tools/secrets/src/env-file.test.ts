import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importJWK, jwtVerify, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { addToEnvFile, readEnvFile } from './env-file'
import { missingSecrets } from './generate-secrets'

const newFile = () => join(mkdtempSync(join(tmpdir(), 'env-file-')), '.env')

test('a first start writes every secret, for the owner alone, and reads the same back', async () => {
  const file = newFile()
  const secrets = await missingSecrets({})
  addToEnvFile(file, secrets)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readEnvFile(file)).toEqual(Object.fromEntries(secrets.map(({ name, value }) => [name, value])))
  expect(await missingSecrets(readEnvFile(file))).toEqual([])
})

test('a later start adds what is missing and touches nothing else', async () => {
  const file = newFile()
  const mine = '# mine\nOTP_PEPPER="kept as it is"\nADMIN_EMAILS=me@school.example'
  writeFileSync(file, mine)
  addToEnvFile(file, await missingSecrets(readEnvFile(file)))
  expect(readFileSync(file, 'utf8').startsWith(`${mine}\n`)).toBe(true)
  expect(readEnvFile(file)).toMatchObject({ OTP_PEPPER: 'kept as it is', ADMIN_EMAILS: 'me@school.example' })
  expect(Object.keys(readEnvFile(file))).toContain('MAIL_SEAL_KEY')
})

test('the two keys belong together, also when only the public half was lost', async () => {
  const { SESSION_SIGNING_KEY: key } = Object.fromEntries(
    (await missingSecrets({})).map(({ name, value }) => [name, value]),
  )
  const again = await missingSecrets({ SESSION_SIGNING_KEY: key! })
  const publicKeys = JSON.parse(again.find(({ name }) => name === 'SESSION_PUBLIC_KEYS')!.value)
  expect(publicKeys.keys[0].d).toBeUndefined()
  const token = await new SignJWT({}).setProtectedHeader({ alg: 'EdDSA' }).sign(await importJWK(JSON.parse(key!)))
  await expect(jwtVerify(token, await importJWK(publicKeys.keys[0]))).resolves.toBeDefined()
})

test('a secret that comes from a file is not made up', async () => {
  const names = (await missingSecrets({ OTP_PEPPER_FILE: '/run/secrets/pepper' })).map(({ name }) => name)
  expect(names).not.toContain('OTP_PEPPER')
})

test('a value that would break out of its quotes is refused', () => {
  expect(() => addToEnvFile(newFile(), [{ name: 'PORT', value: "1'\nX=2", about: '' }])).toThrow(
    'PORT cannot be written',
  )
})
