import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dialogue } from '@app/containers/run-program'
import { createLayout } from '@app/local-stack/layout'
import { afterEach, expect, test } from 'vitest'
import type { Context } from './context'
import { restoreArchive, type Site } from './restore'

const folder = mkdtempSync(join(tmpdir(), 'restore-'))
const file = join(folder, 'archive')
writeFileSync(file, '')
const context = {
  layout: createLayout(folder),
  envFile: join(folder, '.env'),
  given: {},
  environment: { FILE: file, FORCE: '1' },
  write: () => {},
} as unknown as Context

afterEach(() => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal)
})

/** A site that records its steps; `failing` is the one that fails. */
function siteOf(failing = '', isRunning = true) {
  const steps: string[] = []
  const step = async (name: string) => {
    steps.push(name)
    if (name === failing) throw new Error(`${name} failed`)
  }
  async function restore(_file: string, _flags: readonly string[], dialogue?: Dialogue) {
    await step('store')
    if ((await dialogue!.answer()) !== 'stopped') throw new Error('not stopped')
    await step('exchange')
    dialogue!.answered()
    await step('end')
  }
  const site: Site = {
    isRunning,
    async archive(_file, flag) {
      await step(flag ? 'archive replaced' : 'archive')
      return flag !== undefined && steps.includes('exchange')
    },
    restore,
    dropReplaced: () => step('drop'),
    stopServices: () => step('stop'),
    startServices: () => step('start'),
  }
  return { site, steps }
}

test('services run until everything is stored and archived, and again as soon as the exchange is over', async () => {
  const { site, steps } = siteOf()
  expect(await restoreArchive(context, site)).toBe(0)
  expect(steps.slice(0, 3).sort()).toEqual(['archive', 'archive replaced', 'store'])
  expect(steps.slice(3)).toEqual(['stop', 'exchange', 'start', 'end', 'archive replaced', 'drop'])
})

test('a product that does not run is neither stopped nor started', async () => {
  const { site, steps } = siteOf('', false)
  expect(await restoreArchive(context, site)).toBe(0)
  expect(steps.filter((step) => step === 'stop' || step === 'start')).toEqual([])
})

test.each([
  ['store', 'store failed', false],
  ['archive', 'archive failed', false],
  ['stop', 'services stay stopped', true],
  ['exchange', 'Run the same command again', true],
  ['start', 'is restored, but the services did not start', true],
])('a failure of the step "%s" says what it left behind', async (failing, said, isStopped) => {
  const { site, steps } = siteOf(failing)
  await expect(restoreArchive(context, site)).rejects.toThrow(said)
  expect(steps.includes('stop')).toBe(isStopped)
  expect(steps.includes('start')).toBe(failing === 'start')
  expect(steps).not.toContain('drop')
})
