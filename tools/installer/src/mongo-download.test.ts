import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createMachine } from './machine'
import { downloadedMongod, downloadMongod } from './mongo-download'
import known from './mongod-archives.json'

const folder = mkdtempSync(join(tmpdir(), 'mongod-'))
mkdirSync(join(folder, 'build', 'bin'), { recursive: true })
writeFileSync(join(folder, 'build', 'bin', 'mongod'), '#!/bin/sh\n')
chmodSync(join(folder, 'build', 'bin', 'mongod'), 0o755)
execFileSync('tar', ['-czf', join(folder, 'mongod.tgz'), '-C', folder, 'build'])
const archive = readFileSync(join(folder, 'mongod.tgz'))
const sha256 = createHash('sha256').update(archive).digest('hex')

const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(archive) })
afterAll(() => server.stop(true))

const download = (toolsDir: string, listed: string) =>
  downloadMongod({
    toolsDir,
    machine: createMachine(process.env),
    log: () => {},
    signal: AbortSignal.timeout(10_000),
    archive: { path: 'mongod.tgz', sha256: listed },
    from: server.url.origin,
  })

test('a listed archive is unpacked and found again', async () => {
  const toolsDir = join(folder, 'listed')
  const program = await download(toolsDir, sha256)
  expect(existsSync(program)).toBe(true)
  expect(downloadedMongod(toolsDir)).toBe(program)
})

test('an archive with another digest is refused, and nothing of it is kept', async () => {
  const toolsDir = join(folder, 'other')
  await expect(download(toolsDir, '0'.repeat(64))).rejects.toThrow('not the archive that this checkout lists')
  expect(readdirSync(toolsDir)).toEqual([])
})

test('every listed build is of the pinned version, with a digest', () => {
  for (const { path, sha256: digest } of known.archives) {
    expect(path).toMatch(new RegExp(`-${known.version.replaceAll('.', '\\.')}\\.tgz$`))
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
  }
})

test('Bun is locked in the version that package.json names', () => {
  const root = resolve(import.meta.dirname, '../../..')
  const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
  const version = json('package.json').packageManager.replace('bun@', '')
  const { packages } = json('tools/installer/bun/package-lock.json')
  expect(packages['node_modules/bun'].version).toBe(version)
  const unlocked = Object.entries<{ integrity?: string }>(packages).filter(
    ([path, { integrity }]) => path && !integrity,
  )
  expect(unlocked).toEqual([])
})
