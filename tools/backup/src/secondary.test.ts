import { type Document, Timestamp } from 'mongodb'
import { expect, test } from 'vitest'
import { findSecondary, uriOf } from './secondary'

const at = (i: number) => ({ lastWrite: { opTime: { ts: new Timestamp({ t: 1, i }) } } })

/** Members by host, each with its answers to `hello`, the last of which it repeats. */
function set(members: Record<string, Document[]>) {
  const closed: string[] = []
  const member = (host: string) => {
    const answers = members[host]
    if (!answers) throw new Error(`${host} does not answer`)
    return {
      host,
      db: () => ({ command: async () => (answers.length > 1 ? answers.shift()! : answers[0]!) }),
      close: async () => void closed.push(host),
    }
  }
  return { member, closed, connect: async (host: string) => member(host) }
}

const primary = { setName: 'archery', hosts: ['a', 'b', 'c'], primary: 'a', me: 'a', isWritablePrimary: true, ...at(9) }

test('a backup reads from a secondary, once that has what the primary had', async () => {
  const { member, connect } = set({ a: [primary], b: [8, 8, 9].map((i) => ({ secondary: true, ...at(i) })) })
  expect((await findSecondary(member('a'), { connect }))?.host).toBe('b')
})

test('one that does not answer, recovers, or stays behind is not used', async () => {
  const { member, connect, closed } = set({
    a: [primary],
    b: [{ secondary: false, ...at(9) }],
    c: [{ secondary: true, ...at(3) }],
  })
  expect(await findSecondary(member('a'), { connect, timeoutMs: 300 })).toBeUndefined()
  expect(closed).toEqual(['b', 'c'])
  const alone = set({ a: [primary], c: [{ secondary: true, ...at(10) }] })
  expect((await findSecondary(alone.member('a'), { connect: alone.connect }))?.host).toBe('c')
})

test('a single server has none, and neither has a set of one', async () => {
  for (const answer of [{ isWritablePrimary: true }, { ...primary, hosts: ['a'] }]) {
    const { member, connect } = set({ a: [answer] })
    expect(await findSecondary(member('a'), { connect })).toBeUndefined()
  }
})

test('a member is addressed with the sign-in and the settings of the set', () => {
  expect(uriOf('mongodb://operator:p%40ss@a:1,b:2,c:3/archery?replicaSet=archery', 'b:2')).toBe(
    'mongodb://operator:p%40ss@b:2/archery?replicaSet=archery',
  )
  expect(uriOf('mongodb://a,b/archery', 'b:27017')).toBe('mongodb://b:27017/archery')
})
