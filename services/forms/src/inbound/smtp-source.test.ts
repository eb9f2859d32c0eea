import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { openSmtpSource } from './smtp-source'

const raw = 'From: Zoe <zoe@example.com>\r\nSubject: Hi\r\n\r\nHello\r\n'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** Says these lines one after the other, each after the reply to the one before. Resolves with the codes of the replies. `first` comes before the greeting. */
async function converse(port: number, lines: readonly string[], first = ''): Promise<number[]> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(first)
  const codes: number[] = []
  const left = [...lines]
  for await (const line of createInterface(socket)) {
    // A reply of several lines ends with the one that has no hyphen.
    if (line[3] === '-') continue
    codes.push(Number(line.slice(0, 3)))
    const next = left.shift()
    if (next === undefined) break
    socket.write(`${next}\r\n`)
  }
  socket.destroy()
  return codes
}

test.each([
  { isLmtp: false, hello: 'EHLO mx.example', wrong: 'LHLO mx.example' },
  { isLmtp: true, hello: 'LHLO mx.example', wrong: 'EHLO mx.example' },
])(
  'a mail is acknowledged once it is stored, and mail for others is refused ($hello)',
  async ({ isLmtp, hello, wrong }) => {
    const port = await freePort()
    const received: { raw: string; from: string }[] = []
    const source = openSmtpSource({
      ...{ port, isLmtp, host: '127.0.0.1', stored() {}, onError() {} },
      isOurs: async (address) => address === 'hello@archery.example',
      sources: { report: async () => {} },
      receive: async ({ raw: bytes, envelope }) => {
        received.push({ raw: bytes.toString(), from: envelope!.from })
        return true
      },
    })
    const from = 'MAIL FROM:<zoe@example.com>'
    const mail = [
      wrong,
      hello,
      from,
      'RCPT TO:<else@archery.example>',
      'RCPT TO:<hello@archery.example>',
      'DATA',
      `${raw}.`,
    ]
    await expect.poll(() => converse(port, []).catch(() => undefined)).toEqual([220])
    expect(await converse(port, mail)).toEqual([220, 500, 250, 250, 550, 250, 354, 250])
    expect(received).toEqual([{ raw, from: 'zoe@example.com' }])
    await source.close()
  },
)

test('behind the edge a mail is from the address that the edge names', async () => {
  const port = await freePort()
  const peers: unknown[] = []
  const source = openSmtpSource({
    ...{ port, isProxied: true, host: '127.0.0.1', stored() {}, onError() {} },
    isOurs: async () => true,
    sources: { report: async () => {} },
    receive: async ({ peer }) => peers.push(peer) > 0,
  })
  const mail = ['EHLO mx.example', 'MAIL FROM:<zoe@example.com>', 'RCPT TO:<hello@archery.example>', 'DATA', `${raw}.`]
  const first = 'PROXY TCP4 203.0.113.7 192.0.2.1 40000 2525\r\n'
  await expect.poll(() => converse(port, [], first).catch(() => undefined)).toEqual([220])
  expect(await converse(port, mail, first)).toEqual([220, 250, 250, 250, 354, 250])
  expect(peers).toEqual(['203.0.113.7'])
  await source.close()
})

test('fifty clients that say nothing do not lock out the next one', async () => {
  const port = await freePort()
  const source = openSmtpSource({
    ...{ port, host: '127.0.0.1', stored() {}, onError() {}, idleMs: 0 },
    isOurs: async () => true,
    sources: { report: async () => {} },
    receive: async () => true,
  })
  await expect.poll(() => converse(port, []).catch(() => undefined)).toEqual([220])
  const idle = Array.from({ length: 50 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await Promise.all(idle.map((socket) => once(socket, 'data')))
  const mail = ['EHLO mx.example', 'MAIL FROM:<zoe@example.com>', 'RCPT TO:<hello@archery.example>', 'DATA', `${raw}.`]
  expect(await converse(port, mail)).toEqual([220, 250, 250, 250, 354, 250])
  for (const socket of idle) socket.destroy()
  await source.close()
})

test.each([
  ['MAIL and RSET', ['EHLO mx.example'], ['MAIL FROM:<zoe@example.com>', 'RSET']],
  ['RCPT', ['EHLO mx.example', 'MAIL FROM:<zoe@example.com>'], ['RCPT TO:<hello@archery.example>']],
  [
    'mail beyond their quota',
    ['EHLO mx.example'],
    ['MAIL FROM:<eve@example.com>', 'RCPT TO:<hello@archery.example>', 'DATA', '.'],
  ],
])('fifty clients that keep busy with %s do not lock out the next one', async (_, hello, lines) => {
  const port = await freePort()
  const source = openSmtpSource({
    ...{ port, isProxied: true, host: '127.0.0.1', stored() {}, onError() {}, idleMs: 3_000 },
    isOurs: async () => true,
    sources: { report: async () => {} },
    receive: async ({ peer }) => peer === '203.0.113.7',
  })
  const proxied = (address: string) => `PROXY TCP4 ${address} 192.0.2.1 40000 2525\r\n`
  const first = proxied('203.0.113.7')
  await expect.poll(() => converse(port, [], first).catch(() => undefined)).toEqual([220])
  const busy = Array.from({ length: 50 }, (_, n) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(proxied(`198.51.${n % 5}.${n + 1}`))
    // One that speaks before the greeting is refused.
    socket.once('data', () => {
      let said = 0
      const busily = setInterval(() => {
        socket.write(`${hello[said] ?? lines[(said - hello.length) % lines.length]}\r\n`)
        said++
      }, 100)
      socket.on('close', () => clearInterval(busily))
    })
    return socket
  })
  await Promise.all(busy.map((socket) => once(socket, 'data')))
  await expect.poll(() => converse(port, [...envelope, `${raw}.`], first)).toEqual([220, 250, 250, 250, 354, 250])
  for (const socket of busy) socket.destroy()
  await source.close()
})

const envelope = ['EHLO mx.example', 'MAIL FROM:<zoe@example.com>', 'RCPT TO:<hello@archery.example>', 'DATA']
const megabytes = (count: number) => `${'x'.repeat(998)}\r\n`.repeat(1_000 * count)

/** A client whose mail may be sent now. */
async function beginMail(port: number) {
  // A write may meet a connection that the server has just ended.
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  const replies = createInterface(socket)[Symbol.asyncIterator]()
  for (const line of ['', ...envelope]) {
    if (line) socket.write(`${line}\r\n`)
    while ((await replies.next()).value?.[3] === '-');
  }
  return { socket, replies }
}

test('of two large mails at once the one that is refused gives its room to the other', async () => {
  const port = await freePort()
  const source = openSmtpSource({
    ...{ port, host: '127.0.0.1', stored() {}, onError() {}, roomBytes: 15 * 1024 * 1024 },
    isOurs: async () => true,
    sources: { report: async () => {} },
    receive: async () => true,
  })
  await expect.poll(() => converse(port, []).catch(() => undefined)).toEqual([220])
  const clients = [await beginMail(port), await beginMail(port)]
  // Neither ends before nearly all of both has arrived.
  await Promise.all(clients.map(({ socket }) => new Promise((sent) => socket.write(megabytes(12), sent))))
  const replies = await Promise.all(
    clients.map(({ socket, replies: next }) => {
      socket.write('.\r\n')
      return next.next()
    }),
  )
  expect(replies.map(({ value }) => value).toSorted()).toEqual(['250 Stored', '452 Too much mail at once, try again'])
  for (const { socket } of clients) socket.destroy()
  await source.close()
})

test.each([
  ['hardly arrive', 'x\r\n', { idleMs: 300 }],
  [
    'arrive slowly',
    `${'x'.repeat(998)}\r\n`.repeat(2),
    { slow: { bytesPerMs: Number.POSITIVE_INFINITY, afterMs: 300 } },
  ],
])('large mails that %s give their room to the next one', async (_, drip, limits) => {
  const port = await freePort()
  const errors: unknown[] = []
  const source = openSmtpSource({
    ...{ port, host: '127.0.0.1', stored() {}, onError: (error: unknown) => errors.push(error), ...limits },
    roomBytes: 3 * 1024 * 1024,
    isOurs: async () => true,
    sources: { report: async () => {} },
    receive: async () => true,
  })
  await expect.poll(() => converse(port, []).catch(() => undefined)).toEqual([220])
  async function begin(count: number) {
    const { socket, replies } = await beginMail(port)
    await new Promise((sent) => socket.write(megabytes(count), sent))
    const dripping = setInterval(() => socket.write(drip), 50)
    return { socket, reply: replies.next().finally(() => clearInterval(dripping)) }
  }
  const slow = [await begin(1.5), await begin(1.5)]
  const mail = [...envelope, `${raw}${megabytes(0.4)}.`]
  let dropped: { socket: unknown; value: unknown } | undefined
  for (const { socket, reply } of slow)
    reply.then(({ value }) => {
      dropped ??= { socket, value }
    })
  // Only once both have arrived that far is there no room.
  const codes = [220, 250, 250, 250, 354, 250]
  await expect
    .poll(async () => ({ codes: await converse(port, mail), value: dropped?.value }), { timeout: 8_000 })
    .toEqual({ codes, value: '421 Too slow, try again' })
  // The other is received when it comes to its end.
  const [other] = slow.filter(({ socket }) => socket !== dropped?.socket)
  other!.socket.write('.\r\n')
  expect((await other!.reply).value).toBe('250 Stored')
  expect(errors).toEqual([])
  for (const { socket } of slow) socket.destroy()
  await source.close()
})

test('fifty mails that arrive slowly do not lock out the next one', async () => {
  const port = await freePort()
  const source = openSmtpSource({
    ...{ port, host: '127.0.0.1', stored() {}, onError() {}, idleMs: 60_000 },
    slow: { bytesPerMs: Number.POSITIVE_INFINITY, afterMs: 300 },
    isOurs: async () => true,
    sources: { report: async () => {} },
    receive: async () => true,
  })
  await expect.poll(() => converse(port, []).catch(() => undefined)).toEqual([220])
  const slow = await Promise.all(Array.from({ length: 50 }, () => beginMail(port)))
  for (const { socket } of slow) socket.write(raw)
  await expect
    .poll(() => converse(port, [...envelope, `${raw}.`]), { timeout: 5_000 })
    .toEqual([220, 250, 250, 250, 354, 250])
  for (const { socket } of slow) socket.destroy()
  await source.close()
})

test('mail beyond a quota is refused for now, and its server keeps it', async () => {
  const port = await freePort()
  const peers: unknown[] = []
  const source = openSmtpSource({
    ...{ port, host: '127.0.0.1', stored() {}, onError() {} },
    isOurs: async () => true,
    sources: { report: async () => {} },
    receive: async ({ peer }) => {
      peers.push(peer)
      return false
    },
  })
  await expect.poll(() => converse(port, []).catch(() => undefined)).toEqual([220])
  const mail = ['EHLO mx.example', 'MAIL FROM:<zoe@example.com>', 'RCPT TO:<hello@archery.example>', 'DATA', `${raw}.`]
  expect(await converse(port, mail)).toEqual([220, 250, 250, 250, 354, 452])
  expect(peers).toEqual(['127.0.0.1'])
  await source.close()
})
