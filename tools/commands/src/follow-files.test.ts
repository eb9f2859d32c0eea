import { appendFileSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogTail } from '@app/local-stack/log-tail'
import { expect, test } from 'vitest'
import { followFiles } from './follow-files'

const folder = () => mkdtempSync(join(tmpdir(), 'follow-files-'))

test('new lines of every log are shown with its name, whole, also after it was put aside', async () => {
  const dir = folder()
  const log = join(dir, 'auth.log')
  writeFileSync(log, 'before\n')
  const shown: string[] = []
  const ending = new AbortController()
  const following = followFiles(
    dir,
    () => readdirSync(dir),
    (line) => shown.push(line.replace(/ +/, ': ')),
    ending.signal,
  )
  const until = async (count: number) => {
    for (let turns = 0; shown.length < count && turns < 100; turns++) await Bun.sleep(20)
  }
  await until(1)
  appendFileSync(log, 'ha')
  // Read after the other log.
  writeFileSync(join(dir, 'email-worker.log'), 'since\n')
  await until(2)
  appendFileSync(log, 'lf\n')
  await until(3)
  renameSync(log, join(folder(), 'old'))
  writeFileSync(log, 'new\n')
  writeFileSync(join(dir, 'forms.log'), 'late\n')
  await until(5)
  ending.abort()
  await following
  expect(shown.toSorted()).toEqual(['auth: before', 'auth: half', 'auth: new', 'email-worker: since', 'forms: late'])
})

test('the end of a log begins where it stood when the start began', () => {
  const log = join(folder(), 'auth.log')
  writeFileSync(log, 'of an earlier run\n')
  const tail = createLogTail([log])
  expect(tail(log)).toBe('')
  appendFileSync(log, 'one\ntwo\nthree\n')
  expect(tail(log, 2)).toBe('two\nthree')
})
