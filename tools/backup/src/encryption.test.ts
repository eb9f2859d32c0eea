import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, expect, test } from 'vitest'
import { writeArchive } from './archive-file'
import { DamagedArchive, names, printHeader, printManifest } from './archive-format'
import { openArchive, recipientsOf, requireKeys, writeEncrypted } from './encryption'
import { archiveWriter } from './write-archive'

const folder = mkdtempSync(join(tmpdir(), 'encryption-'))
afterAll(() => rmSync(folder, { recursive: true }))
const identity = join(folder, 'key.txt')
const other = join(folder, 'other.txt')
const sealed = join(folder, 'sealed.age')

const text = Buffer.concat([Buffer.from('ada@example.com '.repeat(20_000)), randomBytes(500_000)])
const write = async (file: string, recipients: readonly string[], bytes = text) =>
  writeEncrypted(createWriteStream(file), recipients, (target) => pipeline(Readable.from([bytes]), target))
async function read(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

test('a key is made once, for its owner alone, and stays', async () => {
  const { recipients, isNew } = await recipientsOf(identity)
  expect([isNew, recipients]).toEqual([true, [expect.stringMatching(/^age1[a-z0-9]{58}$/)]])
  expect(statSync(identity).mode & 0o777).toBe(0o600)
  expect(await recipientsOf(identity)).toEqual({ recipients, isNew: false })
  writeFileSync(join(folder, 'empty.txt'), 'nothing\n')
  await expect(recipientsOf(join(folder, 'empty.txt'))).rejects.toThrow('holds no key')
})

test('what was encrypted opens with the private key only, and shows nothing of its content', async () => {
  await write(sealed, (await recipientsOf(identity)).recipients)
  await recipientsOf(other)
  expect(readFileSync(sealed).includes('ada@example.com')).toBe(false)
  expect((await read(openArchive(sealed, { identity }))).equals(text)).toBe(true)
  await expect(read(openArchive(sealed, { identity: other }))).rejects.toThrow(DamagedArchive)
  expect(() => openArchive(sealed)).toThrow('BACKUP_IDENTITY')
  expect(() => openArchive(sealed, { identity: join(folder, 'nowhere') })).toThrow('BACKUP_IDENTITY')
})

test('a mistyped key is refused by its place, and no part of it is said', async () => {
  const { recipients } = await recipientsOf(identity)
  const mistype = (key: string) => `${key.slice(0, -1)}${key.endsWith('q') ? 'p' : 'q'}`
  const privateKey = readFileSync(identity, 'utf8').match(/^AGE-SECRET-KEY-.+$/m)![0]
  const file = join(folder, 'mistyped.txt')
  writeFileSync(file, `# public key: ${recipients[0]}\n${mistype(privateKey.toLowerCase()).toUpperCase()}\n`)
  const attempts = [
    () => requireKeys({ recipients: [recipients[0]!, mistype(recipients[0]!)] }),
    () => requireKeys({ recipients: [privateKey] }),
    () => requireKeys({ recipients: [], identity: file }),
    () => recipientsOf(file),
    () => read(openArchive(sealed, { identity: file })),
  ]
  for (const attempt of attempts) {
    const error = await Promise.resolve()
      .then(attempt)
      .then(
        () => undefined,
        (cause: Error) => cause,
      )
    expect(error?.message).toMatch(/mistyped/)
    expect(Bun.inspect(error)).not.toMatch(/age1[a-z0-9]{4}|AGE-SECRET-KEY-[A-Z0-9]{4}|checksum/i)
  }
})

test('a changed or cut-off file does not open; a plain one does without a key', async () => {
  const whole = readFileSync(sealed)
  const damaged = join(folder, 'damaged.age')
  for (const at of [30, 150, whole.length >> 1, whole.length - 1]) {
    const bytes = Buffer.from(whole)
    bytes[at]! ^= 1
    writeFileSync(damaged, bytes)
    await expect(read(openArchive(damaged, { identity })), `byte ${at}`).rejects.toThrow()
  }
  writeFileSync(damaged, whole.subarray(0, whole.length - 20_000))
  await expect(read(openArchive(damaged, { identity }))).rejects.toThrow()
  writeFileSync(damaged, 'plain')
  expect((await read(openArchive(damaged))).toString()).toBe('plain')
})

test('an archive is read back before it gets its name, also where its private key is elsewhere', async () => {
  const { recipients } = await recipientsOf(identity)
  const header = { format: 1 as const, createdAt: '2026-11-20T08:00:00.000Z', database: 'archery', collections: [] }
  const target = join(mkdtempSync(join(folder, 'archives-')), 'backup.tar.gz.age')
  const complete = async (into: Parameters<Parameters<typeof writeArchive>[1]>[0]) => {
    const archive = archiveWriter(into)
    await archive.add(names.header, printHeader(header))
    await archive.add(names.manifest, printManifest({}))
    await archive.close()
  }
  await writeArchive(target, complete, { recipients })
  await writeArchive(target, complete, { recipients, identity })
  expect(statSync(target).mode & 0o777).toBe(0o600)
  const broken = writeArchive(target, () => Promise.reject(new Error('the database is gone')), { recipients })
  await expect(broken).rejects.toThrow('the database is gone')
  const wrongKey = writeArchive(target, complete, { recipients, identity: other })
  await expect(wrongKey).rejects.toThrow(DamagedArchive)
  expect(readdirSync(join(target, '..'))).toEqual(['backup.tar.gz.age'])
})

test('the program age opens it, too', async () => {
  const opened = execFileSync('age', ['-d', '-i', identity, sealed], { maxBuffer: 10_000_000 })
  expect(opened.equals(text)).toBe(true)
})
