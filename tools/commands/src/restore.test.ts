import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { idleMark, inPlaceMark } from '@app/backup/messages'
import type { Dialogue } from '@app/containers/run-program'
import { createLayout } from '@app/local-stack/layout'
import { afterEach, expect, test } from 'vitest'
import { endRestore, isRestoring } from './backup-metrics'
import type { Context } from './context'
import { restoreArchive, type Site } from './restore'

const folder = mkdtempSync(join(tmpdir(), 'restore-'))
const file = join(folder, 'archive')
writeFileSync(file, '')
const said: string[] = []
const contextWith = (environment: Record<string, string>) =>
  ({
    layout: createLayout(folder),
    envFile: join(folder, '.env'),
    given: {},
    environment,
    write: (line: string) => said.push(line),
  }) as unknown as Context
const context = contextWith({ FILE: file, FORCE: '1' })
const isMarked = () => isRestoring(join(folder, 'metrics'))

afterEach(() => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
  endRestore(context)
  said.length = 0
})

/** A site that records its steps; `failing` are those that fail. `completes`: the exchange that failed can be completed. */
function siteOf(failing: readonly string[] = [], { isRunning = true, completes = true } = {}) {
  const steps: string[] = []
  const step = async (name: string) => {
    steps.push(name)
    if (failing.includes(name)) throw new Error(`${name} failed`)
  }
  async function restore(_file: string, _flags: readonly string[], dialogue?: Dialogue) {
    await step('store')
    if ((await dialogue!.answer()) !== 'stopped') throw new Error('not stopped')
    dialogue!.answered()
    await step('exchange')
    return `${inPlaceMark}the archive.`
  }
  const site: Site = {
    isRunning,
    async complete(...flags) {
      const hasBegun = steps.includes('exchange')
      steps.push('complete')
      if (hasBegun && !completes) throw new Error('no database')
      return flags.length > 0 ? `${inPlaceMark}the archive.` : `${idleMark}none has replaced anything.`
    },
    async archive(_file, flag) {
      await step(flag === '--replaced' ? 'archive replaced' : 'archive')
      return flag !== undefined && steps.includes('exchange')
    },
    restore,
    dropReplaced: () => step('drop'),
    stopServices: () => step('stop'),
    startServices: () => step('start'),
  }
  return { site, steps }
}

test('services run until everything is stored and archived, and start as soon as the exchange has begun', async () => {
  const { site, steps } = siteOf()
  expect(await restoreArchive(context, site)).toBe(0)
  expect(said.at(-1)).toBe('The database holds the archive.')
  expect(steps.slice(0, 2)).toEqual(['complete', 'archive replaced'])
  expect(steps.slice(2, 4).sort()).toEqual(['archive', 'store'])
  expect(steps.slice(4)).toEqual(['stop', 'start', 'exchange', 'archive replaced', 'drop'])
  expect(isMarked()).toBe(false)
})

test('a product that does not run is neither stopped nor started', async () => {
  const { site, steps } = siteOf([], { isRunning: false })
  expect(await restoreArchive(context, site)).toBe(0)
  expect(steps.filter((step) => step === 'stop' || step === 'start')).toEqual([])
})

test.each([
  ['store', []],
  ['archive', []],
  ['stop', ['stop', 'complete', 'start']],
])('when the step "%s" fails, the services run as before, and its reason is the last word', async (failing, after) => {
  const { site, steps } = siteOf([failing])
  await expect(restoreArchive(context, site)).rejects.toThrow(new RegExp(`^${failing} failed$`))
  expect(steps.filter((step) => ['stop', 'complete', 'start'].includes(step))).toEqual(['complete', ...after])
  expect(steps).not.toContain('drop')
  expect(isMarked()).toBe(false)
})

test('an exchange that is interrupted is completed at once', async () => {
  const { site, steps } = siteOf(['exchange'])
  expect(await restoreArchive(context, site)).toBe(0)
  expect(steps.slice(-5)).toEqual(['start', 'exchange', 'complete', 'archive replaced', 'drop'])
  expect(isMarked()).toBe(false)
})

test('one that cannot be completed is marked, and `make restore` ends it', async () => {
  const { site, steps } = siteOf(['exchange'], { completes: false })
  await expect(restoreArchive(context, site)).rejects.toThrow(/`make restore` has completed it.*no database$/)
  expect(steps).not.toContain('drop')
  expect(isMarked()).toBe(true)

  const later = siteOf()
  expect(await restoreArchive(contextWith({}), later.site)).toBe(0)
  expect(later.steps).toEqual(['complete', 'start', 'archive replaced'])
  expect(said.at(-1)).toBe('The database holds the archive.')
  expect(isMarked()).toBe(false)
  await expect(restoreArchive(contextWith({}), siteOf().site)).rejects.toThrow(
    'Which archive? make restore FILE=... No restore is unfinished: none has replaced anything.',
  )
})

test('services that do not start are said, and what was replaced stays', async () => {
  const { site, steps } = siteOf(['start'])
  await expect(restoreArchive(context, site)).rejects.toThrow(/^The services did not start.*start failed$/)
  expect(steps).not.toContain('drop')
  expect(isMarked()).toBe(true)
})

test('a start that is interrupted with the restore is repeated', async () => {
  const { site, steps } = siteOf()
  const { startServices } = site
  let isFirst = true
  site.startServices = async () => {
    await startServices()
    if (!isFirst) return
    isFirst = false
    throw new Error('killed')
  }
  expect(await restoreArchive(context, site)).toBe(0)
  expect(steps.filter((step) => step === 'start')).toHaveLength(2)
  expect(isMarked()).toBe(false)
})

test('a signal before the exchange is said instead of what it ended', async () => {
  const { site } = siteOf(['store'])
  const interrupted = restoreArchive(context, {
    ...site,
    restore: async (...all) => {
      process.emit('SIGHUP', 'SIGHUP')
      return site.restore(...all)
    },
  })
  await expect(interrupted).rejects.toThrow(/^Interrupted by SIGHUP. The database is as it was.$/)
})
