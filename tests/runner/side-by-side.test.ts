import { mkdtempSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sideBySide } from './side-by-side'

const runner = join(mkdtempSync(join(tmpdir(), 'runner-')), 'run.ts')

/** A suite that ends only once the other one runs, too; "broken" leaves no count. */
const program = `
  import { existsSync, writeFileSync } from 'node:fs'
  const name = process.argv[2]
  const here = (one) => import.meta.dirname + '/' + one
  writeFileSync(here(name), '')
  while (!existsSync(here(name === 'whole' ? 'broken' : 'whole'))) await Bun.sleep(5)
  const count = { passed: 2, failed: 0, skipped: 1, failures: [] }
  if (name === 'whole') writeFileSync(process.env.COUNT_FILE, JSON.stringify(count))
  process.exit(name === 'whole' ? 0 : 1)`

test('a suite beside one in containers leaves it the processor', async () => {
  // The priority changes just after the start. It is reported as a number of tests.
  const reported = `await Bun.sleep(500)
    const skipped = require('node:os').getPriority()
    await Bun.write(process.env.COUNT_FILE, JSON.stringify({ passed: 1, failed: 0, skipped, failures: [] }))`
  writeFileSync(runner, reported)
  const [other, containers] = await sideBySide(['integration', 'compose'], runner)
  expect([other!.skipped, containers!.skipped]).toEqual([Math.min(19, getPriority() + 10), getPriority()])
})

test('joined suites run at the same time, and one that ends without a count has failed', async () => {
  writeFileSync(runner, program)
  expect(await sideBySide(['whole', 'broken'], runner)).toMatchObject([
    { passed: 2, failed: 0, skipped: 1 },
    { passed: 0, failed: 1, failures: ['broken did not run to its end'] },
  ])
})
