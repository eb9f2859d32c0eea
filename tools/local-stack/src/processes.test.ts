import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withLock } from './file-lock'
import { launch } from './launch'
import { endGroup, identify, isAlive } from './process-identity'

const folder = () => mkdtempSync(join(tmpdir(), 'processes-'))
const shell = (script: string, cwd: string) => ({
  program: 'bash',
  args: ['-c', script],
  cwd,
  env: { PATH: process.env['PATH']! },
})

test('a process writes into its log and tells how it ended', async () => {
  const dir = folder()
  const log = join(dir, 'part.log')
  expect(await launch(shell('echo hello; exit 3', dir), log).exited).toBe('ended with code 3')
  expect(await launch(shell('kill -9 $$', dir), log).exited).toBe('ended by SIGKILL')
  expect(readFileSync(log, 'utf8')).toBe('hello\n')
})

test('a program that is not there is an end like any other', async () => {
  const dir = folder()
  const running = launch({ program: '/no/such/program', args: [], cwd: dir, env: {} }, join(dir, 'part.log'))
  expect(await running.exited).toMatch(/could not be started/)
})

test('what a killed process has started is ended with it', async () => {
  const dir = folder()
  const log = join(dir, 'part.log')
  const running = launch(shell('sleep 60 & echo $!; wait', dir), log)
  while (!readFileSync(log, 'utf8').includes('\n')) await Bun.sleep(5)
  const child = identify(Number(readFileSync(log, 'utf8')))
  expect(isAlive(child)).toBe(true)
  process.kill(running.pid, 'SIGKILL')
  await running.exited
  await Bun.sleep(50)
  expect(isAlive(child)).toBe(false)
})

test('an orphan is ended by its number only while it is the very process that was noted', async () => {
  const dir = folder()
  const running = launch(shell('trap "" TERM; sleep 60; sleep 60', dir), join(dir, 'part.log'))
  const id = identify(running.pid)
  await endGroup({ ...id, born: 'another time' })
  expect(isAlive(id)).toBe(true)
  await endGroup(id, 100)
  await running.exited
  expect(isAlive(id)).toBe(false)
})

test('work under a lock happens one at a time, and the lock of a dead process is taken over', async () => {
  const path = join(folder(), 'lock')
  const events: string[] = []
  const work = (name: string) => async () => {
    events.push(`${name} begins`)
    await Bun.sleep(20)
    events.push(`${name} ends`)
  }
  await Promise.all([withLock(path, work('a')), withLock(path, work('b'))])
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  await Bun.write(path, JSON.stringify({ pid: process.pid, born: 'long ago' }))
  expect(await withLock(path, async () => 'mine')).toBe('mine')
})
