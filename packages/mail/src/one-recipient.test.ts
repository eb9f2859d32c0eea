import { randomInt } from 'node:crypto'
import { normalEmail } from '@app/contracts/entered-line'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'

const transport = createTransport({ streamTransport: true, buffer: true }, { from: 'school@archery.example' })

/** The envelope recipients. */
const recipients = async (address: string) =>
  (await transport.sendMail({ to: { name: '', address }, subject: 'x', text: 'x' })).envelope.to

/** Separators of addresses, and characters that Unicode normalization turns into separators. */
const tricky = [
  ...'@.,;:<>()[]"\'\\ \t\r\n\0',
  ...'＠﹫．。，；﹔：＜＞（）［］＂＇＼　',
  ...'\u200b\u200d\u202e\ufeff\u00a0\u0085\u2028\u2029\u0430\u043e\u0455\u2024\uff61\u212a\u017f',
]
const plain = [...'abcxyzABC019._+-']
const frames = [
  'ada@example.com',
  'ada@example.com,eve@evil.example',
  'ada@example.com eve@evil.example',
  'Ada <ada@example.com>',
  '"ada@evil.example"@example.com',
  'ada@example.com\r\nBcc: eve@evil.example',
  'group: ada@example.com, eve@evil.example;',
]

function* candidates(count: number) {
  yield* frames
  for (let n = 0; n < count; n++) {
    const signs = [...frames[randomInt(frames.length)]!]
    for (let change = randomInt(1, 5); change > 0; change--) {
      const from = randomInt(3) ? tricky : plain
      signs.splice(randomInt(signs.length + 1), randomInt(2), from[randomInt(from.length)]!)
    }
    yield signs.join('')
  }
}

test('any text is refused as an address or names exactly one mailbox', async () => {
  const odd: unknown[] = []
  let passed = 0
  for (const text of candidates(20_000)) {
    const address = normalEmail(text)
    if (address === undefined) continue
    passed += 1
    const to = await recipients(address)
    const ascii =
      /^[\x21-\x7e]+$/.test(address) && address.split('@').length === 2 && !/[,;:<>()[\]"\\\s]/.test(address)
    if (to.length !== 1 || to[0] !== address || !ascii) odd.push([text, address, to])
  }
  expect(odd).toEqual([])
  expect(passed).toBeGreaterThan(100)
})

test.each(frames.slice(1))('%j is refused', (text) => expect(normalEmail(text)).toBeUndefined())

test('look-alikes are normalized before validation', () => {
  expect(normalEmail('ada＠example．com')).toBe('ada@example.com')
  expect(normalEmail('ada＠example.com，eve@evil.example')).toBeUndefined()
  // A letter of another alphabet makes it another address.
  expect(normalEmail('аda@example.com')).toBeUndefined()
})
