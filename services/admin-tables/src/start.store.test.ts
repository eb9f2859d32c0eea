import { testDatabase } from '@app/mongo/test-database.fixture'
import { expect, test } from 'vitest'
import { createService } from './app'
import { contextOn } from './test-app.fixture'

const { mongo } = testDatabase()

test('a start migrates, adds what is shipped, makes indexes, and completes what a crash left, one feature after the other', async () => {
  const events: string[] = []
  const note =
    (event: string, ms = 0) =>
    async () => {
      await Bun.sleep(ms)
      events.push(event)
    }
  const modules = {
    below: { part: { stores: [{ prepare: note('indexes') }], complete: note('below', 50) } },
    seed: { add: note('seeds', 10) },
    migrations: { migrate: note('migrations', 20), part: {} },
    above: { part: { complete: note('above') } },
  }
  const service = createService(contextOn(mongo), modules as never, { limits: async () => {} })
  await service.prepare()
  expect(events).toEqual(['migrations', 'seeds', 'indexes'])
  service.start()
  await expect.poll(() => events.slice(3)).toEqual(['below', 'above'])
  await service.close()
})
