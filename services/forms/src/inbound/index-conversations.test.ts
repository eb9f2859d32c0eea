import { Types } from 'mongoose'
import { expect, test, vi } from 'vitest'
import type { SearchedTexts } from '../search/conversation-words'
import { indexConversations } from './index-conversations'

test('the words of both directions, of notes, names and subjects are collected; one that is gone is left out', async () => {
  const [here, gone] = [new Types.ObjectId(), new Types.ObjectId()]
  const at = new Date()
  const inquiry: SearchedTexts = {
    ...{ _id: here, name: 'Zoë', email: 'zoe@a.example', interest: 'Leagues', message: 'Is Saturday free?' },
    ...{ updated_at: at, search_due: at },
    replies: [{ message_id: '<1@x>', subject: 'Your league', text: 'Sunday', by: 'ana@b.example', at }],
    team_notes: [{ id: '1', text: 'Ask Sam', by: 'ana@b.example', at, mentions: [] }],
  }
  const stored: [SearchedTexts, string[]][] = []
  const done = vi.fn()
  const run = indexConversations({
    words: {
      stale: async () => ({ ids: [gone, here], done }),
      texts: async (id) => (id === here ? inquiry : null),
      store: async (...what) => void stored.push(what),
      renew: async () => {},
    },
    journal: {
      async *texts() {
        yield 'Re: Your league\nPerfect'
      },
    },
    onError: (error) => expect(error).toBeUndefined(),
  })
  await run(new AbortController().signal)
  expect(stored).toHaveLength(1)
  expect(done).toHaveBeenCalledOnce()
  expect(stored[0]![0]).toBe(inquiry)
  const expected = ['zoe', 'leagues', 'saturday', 'league', 'sunday', 'ana', 'ask', 'sam', 'perfect', 're']
  expect(stored[0]![1]).toEqual(expect.arrayContaining(expected))
})

const unavailable = async () => {
  throw new Error('the database is unavailable')
}

test.each([
  ['fails', false],
  ['is abandoned', true],
])('a round that %s is not done: the next one finds what is left', async (_, isAbandoned) => {
  const abandoned = new AbortController()
  const done = vi.fn()
  const run = indexConversations({
    words: {
      stale: async () => ({ ids: [new Types.ObjectId(), new Types.ObjectId()], done }),
      async texts() {
        if (!isAbandoned) return unavailable()
        abandoned.abort()
        return null
      },
      store: async () => {},
      renew: unavailable,
    },
    journal: { async *texts() {} },
    onError: () => {},
  })
  await run(abandoned.signal).catch(() => {})
  expect(done).not.toHaveBeenCalled()
})

test('an inquiry that cannot be read is marked to be tried again, and holds up none of the others', async () => {
  const [broken, other] = [new Types.ObjectId(), new Types.ObjectId()]
  const [done, onError, renew] = [vi.fn(), vi.fn(), vi.fn()]
  const stored: unknown[] = []
  const run = indexConversations({
    words: {
      stale: async () => ({ ids: [broken, other], done }),
      texts: async (id) => (id === broken ? unavailable() : ({ _id: id, message: 'Hi' } as SearchedTexts)),
      store: async ({ _id }) => void stored.push(_id),
      renew,
    },
    journal: { async *texts() {} },
    onError,
  })
  await run(new AbortController().signal)
  expect([stored, renew.mock.calls, onError.mock.calls.length]).toEqual([[other], [[[broken]]], 1])
  expect(done).toHaveBeenCalledOnce()
})
