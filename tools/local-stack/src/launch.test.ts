import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identify, isAlive, stopGroup } from '@app/installer/process-identity'
import { expect, test } from 'vitest'
import { launch } from './launch'

const folder = () => mkdtempSync(join(tmpdir(), 'processes-'))
const shell = (script: string, cwd: string) => ({
  program: 'bash',
  args: ['-c', script],
  cwd,
  env: { PATH: process.env['PATH']! },
})

test('a process writes to its log, and its exit is described', async () => {
  const dir = folder()
  const log = join(dir, 'process.log')
  expect(await launch(shell('echo hello; exit 3', dir), log).exited).toBe('exited with code 3')
  expect(await launch(shell('kill -9 $$', dir), log).exited).toBe('was killed by SIGKILL')
  expect(readFileSync(log, 'utf8')).toBe('hello\n')
})

test('a missing program is reported as an exit', async () => {
  const dir = folder()
  const running = launch({ program: '/no/such/program', args: [], cwd: dir, env: {} }, join(dir, 'process.log'))
  expect(await running.exited).toMatch(/could not be started/)
})

test('children of a killed process are stopped with it', async () => {
  const dir = folder()
  const log = join(dir, 'process.log')
  const running = launch(shell('sleep 60 & echo $!; wait', dir), log)
  await expect.poll(() => readFileSync(log, 'utf8')).toContain('\n')
  const child = identify(Number(readFileSync(log, 'utf8')))
  expect(isAlive(child)).toBe(true)
  process.kill(running.pid, 'SIGKILL')
  await running.exited
  await expect.poll(() => isAlive(child)).toBe(false)
})

test('an orphan is stopped only if its pid still belongs to the recorded process', async () => {
  const dir = folder()
  const running = launch(shell('trap "" TERM; sleep 60; sleep 60', dir), join(dir, 'process.log'))
  const id = identify(running.pid)
  await stopGroup({ ...id, born: 'another time' })
  expect(isAlive(id)).toBe(true)
  await stopGroup(id, 100)
  await running.exited
  expect(isAlive(id)).toBe(false)
})
