import { execFileSync } from 'node:child_process'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const command = resolve(import.meta.dirname, '../bin/bun')

test('the command finds Bun with itself first on PATH', () => {
  const env = { ...process.env, PATH: [dirname(command), dirname(process.execPath), '/usr/bin', '/bin'].join(':') }
  // `timeout` ends the whole process group: a command that asks itself for its version starts processes without end.
  const limited = ['-s', 'KILL', '5', command, '--version']
  expect(execFileSync('timeout', limited, { env, encoding: 'utf8' })).toBe(`${process.versions.bun}\n`)
})
