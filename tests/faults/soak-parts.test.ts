import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { partFile, readParts, type SoakPart, verdictOn, writePart } from './soak-parts'

const part = (change: Partial<SoakPart> = {}): SoakPart => ({
  seed: 1,
  acknowledged: 400,
  stored: 410,
  mails: 411,
  explained: 1,
  faults: 100,
  seconds: 600,
  violations: [],
  ...change,
})

test('a run goes on after its last finished part, also when a part was interrupted while it was written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'))
  writePart(partFile(folder, 1), part())
  writePart(partFile(folder, 2), part({ acknowledged: 500 }))
  writeFileSync(`${partFile(folder, 3)}.new`, '{"seed":1,')
  expect(readParts(folder).map(({ acknowledged }) => acknowledged)).toEqual([400, 500])
})

test('there is one verdict, once all inquiries are acknowledged', () => {
  expect(verdictOn([part()], 800)).toBeUndefined()
  const verdict = verdictOn([part(), part()], 800)
  expect(verdict?.passed).toBe(true)
  expect(verdict?.lines.join('\n')).toMatch(/800 acknowledged of 800, 820 stored[\s\S]*lost 0, stored twice 0/)
})

test('a violation of any part ends the run, and is counted', () => {
  const verdict = verdictOn(
    [part(), part({ violations: ['m1: lost, though it was acknowledged', 'm2: stored 2 times'] })],
    9_000,
  )
  expect(verdict?.passed).toBe(false)
  expect(verdict?.lines.join('\n')).toMatch(
    /lost 1, stored twice 1, mailed again without need 0, other violations 0\n {2}part 2: m1/,
  )
})
