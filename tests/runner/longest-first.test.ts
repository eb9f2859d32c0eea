import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { minutes } from '@app/contracts/durations'
import { expect, test } from 'vitest'
import { run } from './command'
import { LongestFirst, longestFiles } from './longest-first'

const root = resolve(import.meta.dirname, '../..')

type Context = ConstructorParameters<typeof LongestFirst>[0]

/** What a sequencer reads of Vitest: no file has a duration of an earlier run. */
const context = { config: { root }, cache: { getTestSpecificationResult: () => undefined } } as unknown as Context

function specification(path: string, groupOrder: number) {
  const config = { sequence: { groupOrder }, isolate: true }
  return { moduleId: join(root, path), project: { name: `group ${groupOrder}`, config } }
}

test('the files that take longest start first, after those of earlier groups', async () => {
  const [first, second] = longestFiles as [string, string]
  const small = 'tests/integration/fuzz.test.ts'
  const unit = 'tests/runner/count.test.ts'
  const files = [specification(small, 1), specification(second, 1), specification(unit, 0), specification(first, 1)]
  const sorted = await new LongestFirst(context).sort(files as never)
  expect(sorted.map(({ moduleId }) => moduleId.slice(root.length + 1))).toEqual([unit, first, second, small])
})

test('every file that is named exists', () => {
  expect(longestFiles.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test(
  'files of all projects run in one command, as the proofs start them',
  async () => {
    const report = join(mkdtempSync(join(tmpdir(), 'projects-')), 'report.json')
    const files = [
      'tests/runner/count.test.ts',
      'tests/integration/fuzz.test.ts',
      'tests/integration/shutdown.slow.test.ts',
    ]
    const args = ['--bun', 'x', 'vitest', 'run', ...files, '-t', 'a suite passes with passed tests and exit code 0']
    await run([...args, '--reporter=json', `--outputFile=${report}`], { limitMs: minutes(4) })
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ numPassedTests: 1, numFailedTestSuites: 0 })
  },
  minutes(5),
)
