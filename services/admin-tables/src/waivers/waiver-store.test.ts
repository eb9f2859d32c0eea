import type { Collection } from 'mongodb'
import { expect, test } from 'vitest'
import { waiverStore } from './waiver-store'

type Text = { _id: number }

/** A database that lasts longer than the services that open it. */
function database() {
  const texts: Text[] = []
  const collection = {
    createIndex: async () => '',
    find: () => ({ toArray: async () => texts.toSorted((one, other) => other._id - one._id) }),
    async insertOne(added: Text) {
      if (texts.some(({ _id }) => _id === added._id)) throw Object.assign(new Error('duplicate'), { code: 11_000 })
      texts.push(added)
    },
  }
  return async (hasSamples: boolean) => {
    const store = waiverStore(() => collection as unknown as Collection, { hasSamples })
    await store.prepare()
    return store
  }
}
const shown = async (store: ReturnType<typeof waiverStore>) => {
  const { version, text, isSample } = await store.current()
  return [version, text.split('\n')[0], isSample]
}
const sample = 'SAMPLE TEXT, NOT A WAIVER'

test('a school begins with a placeholder, and with sample records the text that comes with them can be signed', async () => {
  const open = database()
  expect(await shown(await open(false))).toEqual([1, 'Replace this text with the waiver your lawyer gave you.', true])
  expect(await shown(await open(true))).toEqual([2, sample, false])
  expect(await shown(await open(true))).toEqual([2, sample, false])
  expect(await shown(await database()(true))).toEqual([2, sample, false])
})

test('without sample records their text cannot be signed, and what a school has published stays current', async () => {
  const open = database()
  const store = await open(true)
  expect(await shown(await open(false))).toEqual([2, sample, true])
  await store.publish(3, 'Please behave.', 12, 'ivy@example.com')
  expect(await shown(await open(true))).toEqual([3, 'Please behave.', false])
  expect(await shown(await open(false))).toEqual([3, 'Please behave.', false])
})
