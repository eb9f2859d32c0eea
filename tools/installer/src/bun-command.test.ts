import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const command = resolve(import.meta.dirname, '../bin/bun')

test('the command finds Bun with itself first on PATH', () => {
  const env = { ...process.env, PATH: [dirname(command), dirname(process.execPath), '/usr/bin', '/bin'].join(':') }
  // `timeout` ends the whole process group: a command that asks itself for its version starts processes without end.
  const limited = ['-s', 'KILL', '5', command, '--version']
  expect(execFileSync('timeout', limited, { env, encoding: 'utf8' })).toBe(`${process.versions.bun}\n`)
})

test('a folder for tools that is relative is one of the checkout, wherever the command runs', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'checkout-'))
  const program = join(checkout, 'tools/installer/bin/bun')
  cpSync(command, program)
  writeFileSync(join(checkout, 'package.json'), `{ "packageManager": "bun@${process.versions.bun}" }`)
  const installed = join(checkout, `at/tools/bun-${process.versions.bun}/node_modules/bun/bin/bun.exe`)
  mkdirSync(dirname(installed), { recursive: true })
  symlinkSync(process.execPath, installed)
  const env = { PATH: '/usr/bin:/bin', DATA_DIR: 'at', INSTALL: 'no' }
  for (const cwd of [checkout, tmpdir()])
    expect(execFileSync(program, ['--version'], { env, cwd, encoding: 'utf8' })).toBe(`${process.versions.bun}\n`)
  rmSync(checkout, { recursive: true })
})
