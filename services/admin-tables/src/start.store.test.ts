import { testDatabase } from '@app/mongo/test-database.fixture'
import { expect, test } from 'vitest'
import { createService } from './app'
import { contextOn } from './test-app.fixture'

const { mongo } = testDatabase()

test('a start migrates, adds what is shipped, makes indexes, and completes what a crash left, one feature after the other', async () => {
  const events: string[] = []
  /** Whatever began beside it would be noted before its end. */
  const note = (event: string) => async () => {
    events.push(event)
    await Promise.resolve()
    events.push('end')
  }
  const modules = {
    below: { part: { stores: [{ prepare: note('indexes') }], complete: note('below') } },
    seed: { add: note('seeds') },
    migrations: { migrate: note('migrations'), part: {} },
    above: { part: { complete: note('above') } },
  }
  const service = createService(contextOn(mongo), modules as never, { limits: async () => {} })
  await service.prepare()
  expect(events).toEqual(['migrations', 'end', 'seeds', 'end', 'indexes', 'end'])
  service.start()
  await expect.poll(() => events.slice(6)).toEqual(['below', 'end', 'above', 'end'])
  await service.close()
})
