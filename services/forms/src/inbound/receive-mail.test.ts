import { ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import type { Received } from './arrived-mails'
import { contentKey } from './raw-mail'
import { receiveMails } from './receive-mail'

const raw = (name: string) => Buffer.from(`From: ${name}@club.example\r\nMessage-ID: <${name}>\r\n\r\nHello\r\n`)

/** Arrived mails and a bucket in memory. `others` are keys that another process stores between the look and the write. */
function setup(others: string[] = []) {
  const records: { keys: string[]; raw: ObjectId | null; sender?: string }[] = []
  const files = new Map<string, Uint8Array>()
  const steps: string[] = []
  const recordOf = (keys: readonly string[]) => records.find((one) => one.keys.some((key) => keys.includes(key)))
  const receive = receiveMails({
    now: () => new Date(1_000),
    erased: { among: async () => new Set() },
    quotas: { take: async (mails) => mails.map(() => true) },
    arrived: {
      async recognize(given) {
        steps.push(`recognize ${given.length}`)
        const known = given.filter(({ keys }) => {
          const record = recordOf(keys)
          record?.keys.push(...keys.filter((key) => !record.keys.includes(key)))
          return record !== undefined
        })
        return new Set(known)
      },
      async add(received: readonly Received[]) {
        steps.push(`add ${received.length}`)
        for (const key of others.splice(0)) records.push({ keys: [key], raw: null })
        const refused = received.filter(({ keys }) => recordOf(keys))
        for (const mail of received) if (!refused.includes(mail)) records.push({ ...mail, keys: [...mail.keys] })
        return refused
      },
    },
    files: {
      async add(given) {
        steps.push(`files ${given.length}`)
        return given.map(({ bytes }) => {
          const id = new ObjectId()
          files.set(id.toHexString(), bytes)
          return id
        })
      },
      remove: async (ids) => ids.forEach((id) => void files.delete(id.toHexString())),
    },
  })
  return { receive, records, files, steps }
}

test('many mails are stored by one write of each kind', async () => {
  const { receive, records, files, steps } = setup()
  await receive([
    { raw: raw('a'), sourceKey: 'imap:1', receivedAt: new Date(500) },
    { raw: raw('b'), sourceKey: 'imap:2', receivedAt: new Date(2_000), is_cut: true },
  ])
  expect(steps).toEqual(['recognize 2', 'files 2', 'add 2'])
  expect(records).toMatchObject([
    { keys: [contentKey(raw('a')), 'imap:1'], received_at: new Date(500) },
    // No mail came in later than now.
    { keys: [contentKey(raw('b')), 'imap:2'], received_at: new Date(1_000), is_cut: true },
  ])
  expect(records.map(({ raw: file }) => String(files.get(file!.toHexString())))).toEqual(
    ['a', 'b'].map((n) => `${raw(n)}`),
  )
})

test('copies that come in together are one mail, which is known by all of their keys', async () => {
  const { receive, records, files } = setup()
  await receive([
    { raw: Buffer.concat([Buffer.from('Received: by mx1\r\n'), raw('a')]), sourceKey: 'imap:1' },
    { raw: raw('a'), sourceKey: 'imap:2' },
    { raw: raw('a') },
  ])
  expect(records.map(({ keys }) => keys)).toEqual([[contentKey(raw('a')), 'imap:1', 'imap:2']])
  expect(files.size).toBe(1)
})

test('a mail that is stored is stored no more, and is known by the key of its new copy', async () => {
  const { receive, records, files, steps } = setup()
  await receive([{ raw: raw('a'), sourceKey: 'imap:1' }])
  steps.length = 0
  await receive([{ raw: raw('a'), sourceKey: 'imap:9' }])
  expect(steps).toEqual(['recognize 1'])
  await receive([{ raw: raw('a') }, { raw: raw('b') }])
  expect(records.map(({ keys }) => keys)).toEqual([[contentKey(raw('a')), 'imap:1', 'imap:9'], [contentKey(raw('b'))]])
  expect(files.size).toBe(2)
})

test('what another process stores meanwhile leaves no file, and is known by the key of this copy', async () => {
  const { receive, records, files } = setup([contentKey(raw('a'))])
  await receive([
    { raw: raw('a'), sourceKey: 'imap:1' },
    { raw: raw('b'), sourceKey: 'imap:2' },
  ])
  expect(records.map(({ keys }) => keys)).toEqual([
    [contentKey(raw('a')), 'imap:1'],
    [contentKey(raw('b')), 'imap:2'],
  ])
  expect([...files.values()].map(String)).toEqual([String(raw('b'))])
})
