import { call } from '@app/contracts/call'
import { expect, test } from 'vitest'
import { apiOf, gets } from './api.fixture'
import { heavyTurns } from './heavy-turns'
import { serve } from './serve'

test('calls of one person take turns in their order, and others do not wait for them', async () => {
  const turns = heavyTurns()
  const begun: string[] = []
  const end = await turns.take('ada')
  const later = ['first', 'second'].map(async (name) => {
    const done = await turns.take('ada')
    begun.push(name)
    return done
  })
  const ofOther = await turns.take('eve')
  ofOther()
  expect(begun).toEqual([])
  end()
  ;(await later[0]!)()
  ;(await later[1]!)()
  expect(begun).toEqual(['first', 'second'])
  const again = await turns.take('ada')
  again()
})

test('a call that waits too long is refused, and leaves no place behind', async () => {
  const turns = heavyTurns({ waitMs: 20 })
  const end = await turns.take('ada')
  await expect(turns.take('ada')).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 5 })
  end()
  const next = await turns.take('ada')
  next()
})

test('after ten seconds of heavy calls a person gets a third of the time', async () => {
  let at = 0
  const turns = heavyTurns({ waitMs: 20, now: () => at })
  const call = async (ms: number) => {
    const end = await turns.take('ada')
    at += ms
    end()
  }
  await call(9_000)
  await call(6_000)
  await expect(turns.take('ada')).rejects.toMatchObject({ code: 'too_many_requests' })
  await (await turns.take('eve'))()
  at += 30_000
  await call(1_000)
})

test('of the heavy calls of a person one runs at a time, and others run next to it', async () => {
  let [running, most] = [0, 0]
  const both = Promise.withResolvers<void>()
  let inside = 0
  const heavy = call({ ...gets, id: 'heavy', path: '/api/heavy', access: 'user', heavy: true })
  const light = call({ ...gets, id: 'light', path: '/api/light', access: 'user' })
  const { status } = apiOf([
    serve(heavy, async () => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running -= 1
      return { ok: true }
    }),
    serve(light, async () => {
      if (++inside === 2) both.resolve()
      await both.promise
      return { ok: true }
    }),
  ])
  const paths = ['/api/heavy', '/api/heavy', '/api/heavy', '/api/light', '/api/light']
  const statuses = await Promise.all(paths.map((path) => status(path, { who: 'ada' })))
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  expect(most).toBe(1)
})
