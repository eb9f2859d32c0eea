import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identify, isAlive } from '@app/installer/process-identity'
import { expect, test } from 'vitest'

const program = join(import.meta.dirname, 'end-with-this-process.ts')
/** As a server: in a group of its own, deaf to Ctrl-C. */
const server = 'setInterval(() => {}, 1000)'

/** A run of tests with a server. */
const tests = `
  const { spawn } = require('node:child_process')
  const { writeFileSync } = require('node:fs')
  const { endWithThisProcess } = await import(${JSON.stringify(program)})
  const { pid } = spawn(process.execPath, ['-e', ${JSON.stringify(server)}], { detached: true, stdio: 'ignore' })
  await endWithThisProcess()
  writeFileSync(process.env.PID_FILE, String(pid))
  ${server}
`

test.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'after %s of a run of tests its servers end',
  async (signal) => {
    const file = join(mkdtempSync(join(tmpdir(), 'run-')), 'pid')
    const run = spawn(process.execPath, ['-e', tests], { env: { ...process.env, PID_FILE: file }, stdio: 'ignore' })
    const pid = () => existsSync(file) && Number(readFileSync(file, 'utf8'))
    await expect.poll(pid).toBeGreaterThan(0)
    const started = identify(pid() as number)
    expect(isAlive(started)).toBe(true)
    run.kill(signal)
    await expect.poll(() => isAlive(started)).toBe(false)
  },
)
