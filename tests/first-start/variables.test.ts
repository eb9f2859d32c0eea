import { execFile } from 'node:child_process'
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { serviceProcesses, startFile } from '@app/local-stack/service-processes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clone, checkout, createClone } from './clone'

const run = promisify(execFile)
const programs = [
  'tools/commands/src/cli.ts',
  'tools/backup/src/cli.ts',
  'tools/secrets/src/development.ts',
  'tests/run.ts',
]
const starts = [...serviceProcesses.map((service) => relative(checkout, startFile(service))), ...programs]

/** Every variable of .env.example, each with a value that must not be seen. */
const names = ['SESSION_SIGNING_KEY', 'OTP_PEPPER', 'MAIL_SEAL_KEY', 'DATABASE_KEY', 'PORT', 'CANARY']
let clone: Clone

beforeAll(async () => {
  clone = await createClone()
  for (const folder of readdirSync(checkout))
    if (folder === 'node_modules') symlinkSync(join(checkout, folder), join(clone.folder, folder))
  const example = await Bun.file(join(checkout, '.env.example')).text()
  names.push(...[...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name))
  for (const file of ['.env', '.env.local', '.env.production'])
    writeFileSync(join(clone.folder, file), names.map((name) => `${name}=from-the-env-file\n`).join(''))
  // Runs before the start file, in the same process.
  writeFileSync(join(clone.folder, 'probe.ts'), 'process.stdout.write(JSON.stringify(process.env)); process.exit(0)\n')
})
afterAll(() => clone?.remove())

test.each(starts)('%s, started in a checkout with a full .env, sees only the variables it is given', async (file) => {
  const given = { PATH: process.env.PATH ?? '', LISTEN_PORT: '3999', NODE_ENV: 'production' }
  const { stdout } = await run(process.execPath, ['--preload', './probe.ts', file], { cwd: clone.folder, env: given })
  const seen = JSON.parse(stdout) as Record<string, string>
  expect(Object.keys(seen).filter((name) => seen[name] === 'from-the-env-file')).toEqual([])
  expect(seen).toMatchObject(given)
})

test('the probe would notice: without bunfig.toml Bun reads the file', async () => {
  await clone.type('rm bunfig.toml')
  const env = { PATH: process.env.PATH ?? '' }
  const { stdout } = await run(process.execPath, ['--preload', './probe.ts', starts[0]!], { cwd: clone.folder, env })
  expect(JSON.parse(stdout)).toMatchObject({ OTP_PEPPER: 'from-the-env-file' })
})
