import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from './command'

test('a command ends with its exit code', async () => {
  expect(await run(['-e', 'process.exit(3)'], { limitMs: 20_000 })).toBe(3)
})

test('what a command prints goes to its log, and where it was when it exceeded its limit', async () => {
  const log = join(mkdtempSync(join(tmpdir(), 'command-')), 'log')
  const printing = `console.log('started'); setInterval(() => {}, 1000)`
  await run(['-e', printing], { log, limitMs: 1_500, graceMs: 300, activity: () => 'a test' })
  expect(readFileSync(log, 'utf8')).toMatch(/^started\n\nNot finished within 0 minutes; waiting for: a test$/m)
})

test('a command that exceeds its limit is stopped with all it started, even when it ignores signals, and counts as failed', async () => {
  const stubborn = `process.on('SIGINT', () => {}); setInterval(() => {}, 1000)`
  const parent = `const { spawn } = require('node:child_process'); ${stubborn}
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}]); require('node:fs').writeFileSync(process.env.PID_FILE, String(child.pid))`
  const pidFile = `/tmp/command-test-${process.pid}-${Date.now()}`
  const exitCode = await run(['-e', parent], { env: { PID_FILE: pidFile }, limitMs: 1_500, graceMs: 300 })
  expect(exitCode).toBe(1)
  const pid = Number(await Bun.file(pidFile).text())
  await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
