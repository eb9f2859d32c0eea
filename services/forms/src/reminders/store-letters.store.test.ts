import { expect, test } from 'vitest'
import { formsDatabase } from '../app.fixture'
import { firstLetter, letterSettings, letterSettingsStore } from './store-letters'

const { mongo } = formsDatabase()
const setup = () => letterSettings(letterSettingsStore(mongo.db))

test('the letter is off until it is switched on, and what changed is named', async () => {
  const letters = setup()
  const first = await letters.read()
  expect(first.settings).toEqual({ on: false, weekday: 5, time: '16:00' })
  const on = { ...firstLetter, on: true, time: '15:30' }
  const { after, names } = await letters.change({ ...first, settings: on })
  expect(names).toEqual(['letter on', 'letter time'])
  expect(await letters.read()).toEqual(after)
  expect(after.settings).toEqual(on)
  expect((await letters.change({ ...after, settings: { ...on, on: false } })).names).toEqual(['letter off'])
})

test('of two admins who change the same settings one is told, and only the first is kept', async () => {
  const letters = setup()
  const seen = await letters.read()
  const of = (weekday: number) => letters.change({ ...seen, settings: { ...firstLetter, weekday } })
  const [one, other] = await Promise.allSettled([of(3), of(4)])
  const kept = [one, other].flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.after] : []))
  expect(kept).toEqual([await letters.read()])
  await expect(of(2)).rejects.toMatchObject({ code: 'conflict' })
})
