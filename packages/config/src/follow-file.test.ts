import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { followFile } from './follow-file'
import { json } from './variables'

const schema = json(v.object({ kid: v.string() }), 'a key')

test('a changed value in the file is reported, an invalid one is not', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'follow-')), 'key')
  writeFileSync(file, '{"kid":"a"}')
  const told: unknown[] = []
  const stop = followFile('KEY', schema, { KEY_FILE: file }, (value) => told.push(value), 5)
  await Bun.sleep(25)
  expect(told).toEqual([])
  writeFileSync(file, '{"kid":')
  await Bun.sleep(25)
  expect(told).toEqual([])
  writeFileSync(file, '{"kid":"b"}\n')
  await expect.poll(() => told).toEqual([{ kid: 'b' }])
  stop()
  writeFileSync(file, '{"kid":"c"}')
  await Bun.sleep(25)
  expect(told.length).toBe(1)
})

test('a value that does not come from a file is not watched', () => {
  followFile('KEY', schema, { KEY: '{"kid":"a"}' }, () => expect.unreachable())()
})
