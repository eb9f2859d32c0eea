import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withLock } from './file-lock'

test('work under a lock runs one at a time, and the lock of a dead process is taken over', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'lock-')), 'lock')
  const events: string[] = []
  const work = (name: string) => async () => {
    events.push(`${name} begins`)
    // Work of the other one would get in here.
    for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate)
    events.push(`${name} ends`)
  }
  await Promise.all([withLock(path, work('a')), withLock(path, work('b'))])
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  await Bun.write(path, JSON.stringify({ pid: process.pid, born: 'long ago' }))
  expect(await withLock(path, async () => 'mine')).toBe('mine')
})
