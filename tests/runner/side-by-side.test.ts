import { expect, test } from 'vitest'
import { noTests } from './count'
import { sideBySide } from './side-by-side'
import type { SuiteContext } from './suite'

const context = { folder: '', repeatsFailed: true }
const passed = { ...noTests, passed: 1 }

test.each(['compose', 'quality'])('a suite beside %s leaves it the processor', async (preferred) => {
  const niceness = new Map<string, number>()
  const run = async (given: SuiteContext) => {
    niceness.set(given.suite, given.niceness)
    return passed
  }
  await sideBySide(['integration', preferred], { integration: { run }, [preferred]: { run } }, context)
  expect(Object.fromEntries(niceness)).toEqual({ integration: 10, [preferred]: 0 })
})

test('joined suites run at the same time, and one that throws has failed', async () => {
  const other = Promise.withResolvers<void>()
  const whole = async () => {
    await other.promise
    return passed
  }
  const broken = async () => {
    other.resolve()
    throw new Error('no such program')
  }
  expect(await sideBySide(['whole', 'broken'], { whole: { run: whole }, broken: { run: broken } }, context)).toEqual([
    passed,
    { ...noTests, failed: 1, failures: [{ test: 'broken could not run', reason: ['Error: no such program'] }] },
  ])
})
