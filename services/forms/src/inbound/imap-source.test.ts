import { afterEach, expect, test, vi } from 'vitest'
import { openImapSource, reasonOf } from './imap-source'
import { mailboxIn, type OpenMailbox } from './mailbox'

const mailbox = mailboxIn('imap://desk@127.0.0.1/INBOX')

afterEach(() => {
  vi.useRealTimers()
})

type Sources = Parameters<typeof openImapSource>[0]['sources']

/** A mail source whose mailbox and lease the test plays. */
function setup(
  box: Partial<OpenMailbox> = {},
  lease: () => Promise<boolean> = async () => true,
  left?: Awaited<ReturnType<Sources['progress']>>['left'],
) {
  vi.useFakeTimers()
  const done: string[] = []
  let connections = 0
  const source = openImapSource({
    ...{ mailbox, credentials: async () => ({ pass: 'x' }), onError() {}, stored: () => done.push('told the reader') },
    receive: async (mails) => {
      done.push(...mails.map(({ sourceKey }) => `stored ${sourceKey}`))
      return new Set()
    },
    sources: {
      leaseMs: 30_000,
      hold: lease,
      giveUp: async () => void done.push('gave up') as never,
      report: async (_, { reason }) => void (reason && done.push(reason)),
      progress: async () => ({ next: 7, workedAt: null, left }),
      noteLeft: async () => void done.push('left') as never,
      noteNextUid: async (_kind, _holder, _validity, uid) => void done.push(`next is ${uid}`) as never,
    },
    connect: async () => {
      connections++
      return {
        validity: '5',
        uidNext: async () => 8,
        waiting: async () => [7],
        async *read() {
          yield [{ uid: 7, raw: Buffer.from('x'), receivedAt: new Date(), isCut: false }]
        },
        markSeen: async (uids) => void done.push(`marked ${uids}`),
        untilNews: (_ms, stopped) => stopped.then(() => {}),
        close: () => done.push('closed'),
        ...box,
      }
    },
  })
  return { source, done, connections: () => connections }
}

test('a mail is stored, then marked, then counted', async () => {
  const { source, done } = setup()
  await vi.advanceTimersByTimeAsync(10)
  expect(done).toEqual([
    'stored imap:desk@127.0.0.1/INBOX:5:7',
    'told the reader',
    'marked 7',
    'next is 8',
    'next is 8',
  ])
  await source.close()
  expect(done.slice(-2)).toEqual(['closed', 'gave up'])
})

test('of more mails beyond a quota than are listed, the next day all that are unread are looked at', async () => {
  const listed = { validity: '5', day: '2026-11-27', uids: Array.from({ length: 10_000 }, (_, at) => at + 50) }
  const read: number[][] = []
  const box: Partial<OpenMailbox> = {
    waiting: async (next) => (next === undefined ? [3, 50, 10_049] : [20_000]),
    async *read(uids) {
      read.push([...uids])
      yield []
    },
  }
  const { source } = setup(box, undefined, listed)
  await vi.advanceTimersByTimeAsync(10)
  expect(read).toEqual([[3, 50, 10_049, 20_000]])
  await source.close()
})

test('a lease that another worker has taken ends the connection, and nothing more is stored', async () => {
  let isOurs = true
  const { source, done, connections } = setup({}, async () => isOurs)
  await vi.advanceTimersByTimeAsync(10)
  isOurs = false
  done.length = 0
  await vi.advanceTimersByTimeAsync(60_000)
  expect(done).toEqual(['closed', 'closed'])
  expect(connections()).toBe(1)
  await source.close()
})

test('a mailbox that fails is tried again, ever later, and the reason is known', async () => {
  const refused = Object.assign(new Error('desk@archery.example is unknown'), { authenticationFailed: true })
  const { source, done, connections } = setup({ uidNext: () => Promise.reject(refused) })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(done).toContain('The mail server refuses the user, or the password or token.')
  expect(connections()).toBeGreaterThan(3)
  expect(connections()).toBeLessThan(9)
  const closing = source.close()
  await vi.advanceTimersByTimeAsync(100)
  await closing
})

test('a reason names no address', () => {
  expect(reasonOf(Object.assign(new Error('x@y.example'), { code: 'ECONNREFUSED' }))).toBe(
    'The mailbox cannot be reached (ECONNREFUSED).',
  )
  expect(reasonOf(undefined)).not.toContain('@')
})

test('the address of a mailbox has a user with @, a port and a folder, or their defaults', () => {
  expect(mailboxIn('imaps://desk%40archery.example@mail.example:1993/Support%20desk')).toEqual({
    ...{ host: 'mail.example', port: 1993, secure: true, user: 'desk@archery.example', folder: 'Support desk' },
  })
  expect(mailboxIn('imaps://desk@mail.example')).toMatchObject({ port: 993, folder: 'INBOX' })
})
