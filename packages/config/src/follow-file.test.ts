import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { followFile } from './follow-file'
import { json } from './variables'

/** The schema of the key, which notes each text that it is asked about. */
const noting = (seen: string[]) =>
  v.pipe(
    v.string(),
    v.transform((text) => {
      seen.push(text)
      return text
    }),
    json(v.object({ kid: v.string() }), 'a key'),
  )

test('a changed value in the file is reported, an invalid one is not', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'follow-')), 'key')
  writeFileSync(file, '{"kid":"a"}')
  const [told, later, seen]: [unknown[], unknown[], string[]] = [[], [], []]
  const follow = (values: unknown[]) =>
    followFile('KEY', noting(seen), { KEY_FILE: file }, (value) => values.push(value), 5)
  const stop = follow(told)
  writeFileSync(file, '{"kid":')
  await expect.poll(() => seen).toContain('{"kid":')
  writeFileSync(file, '{"kid":"b"}\n')
  await expect.poll(() => told).toEqual([{ kid: 'b' }])
  await stop()
  const stopLater = follow(later)
  writeFileSync(file, '{"kid":"c"}')
  await expect.poll(() => later).toEqual([{ kid: 'c' }])
  expect(told).toEqual([{ kid: 'b' }])
  await stopLater()
})

test('a value that does not come from a file is not watched', () => {
  followFile('KEY', noting([]), { KEY: '{"kid":"a"}' }, () => expect.unreachable())()
})
