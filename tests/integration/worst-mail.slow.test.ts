import { minutes } from '@app/contracts/durations'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InboundMail } from '../../services/forms/src/inbound/inbound-mail'
import { createBrowser } from '../support/browser'
import { median, percentile } from '../support/percentile'
import { type Product, startProduct } from '../support/product'
import { until } from '../support/until'

let product: Product
beforeAll(async () => {
  const settings = {
    OTP_ALLOW_UNKNOWN: 'true',
    SEED_SAMPLES: 'false',
    SEED_INQUIRIES: 'false',
    INBOUND_MAILS_PER_NETWORK: '40',
  }
  product = await startProduct(settings, { pages: false })
})
afterAll(() => product?.stop())

const crlf = (...lines: string[]) => lines.join('\r\n')
const multipart = (parts: readonly string[]) =>
  crlf('Content-Type: multipart/mixed; boundary=b', '', ...parts.flatMap((one) => ['--b', one]), '--b--', '')
const quoted = (body: string) =>
  crlf('Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable', '', body, '')
const html = (body: string) => crlf('Content-Type: text/html; charset=utf-8', '', body, '')

/** The worst mail of each class: headers after the usual ones, and a body. */
const worst: Record<string, string> = {
  'blanks before a soft line break': quoted(`${' '.repeat(400_000)}=\r\nx`),
  'legal lines of blanks, 8 MB': quoted(`${' '.repeat(990)}=\r\n`.repeat(8_400)),
  'lines of blanks without an end': quoted(`${`${' '.repeat(975)}\r\n`.repeat(4_000)}${' '.repeat(100_000)}`),
  '10,000 parts': multipart(Array.from({ length: 10_000 }, () => crlf('', 'x'))),
  'parts within parts, 3,000 deep': Array.from({ length: 3_000 }, (_, at) =>
    crlf(`Content-Type: multipart/mixed; boundary="n${at}"`, '', `--n${at}`, ''),
  ).join(''),
  'mails within mails, 1,000 deep': `${'Content-Type: message/rfc822\r\n\r\n'.repeat(1_000)}\r\n\r\nx`,
  'a header of 300 KB': crlf(...Array.from({ length: 4_000 }, (_, at) => `X-A-${at}: ${'x'.repeat(60)}`), '', 'x'),
  '10,000 encoded words': crlf(`Subject: ${'=?utf-8?Q?=20?=\r\n '.repeat(10_000)}x`, '', 'x'),
  'open brackets in an address': crlf(`Reply-To: ${'(<"'.repeat(30_000)}`, '', 'x'),
  'many references': crlf(`References: ${'<a@b>\r\n\t'.repeat(20_000)}<c@d>`, '', 'x'),
  'elements within elements': html('<div><blockquote>'.repeat(100_000)),
  'attributes without an end': html(`<a ${'a="'.repeat(200_000)}`),
  'quotations within quotations': crlf('', ...Array.from({ length: 3_000 }, (_, at) => `${'>'.repeat(at % 900)} x`)),
  'a text of digits and signs': crlf('', '0.'.repeat(500_000), 'a@'.repeat(200_000)),
  'a report without an end': multipart([
    crlf('Content-Type: message/delivery-status', '', `Final-Recipient:${' \r\n\t'.repeat(60_000)}`),
    crlf('Content-Type: message/rfc822', '', `Message-ID: ${'<'.repeat(200_000)}`),
  ]),
}

let sent = 0
function mail(rest: string, network: string): Buffer {
  const n = ++sent
  const received = `Received: from mx.far.example (mx.far.example [${network}.9]) by mail.school.example`
  return Buffer.from(
    crlf(received, `From: a${n}@far.example`, 'To: hello@archery.example', `Message-ID: <${n}@far.example>`, rest),
  )
}

/** `false` when it was refused for now. */
async function deliver(raw: Buffer): Promise<boolean> {
  const transport = createTransport({ host: '127.0.0.1', port: product.stack.ports['inbound']!, ignoreTLS: true })
  try {
    await transport.sendMail({ envelope: { from: 'a@far.example', to: 'hello@archery.example' }, raw })
    return true
  } catch (error) {
    expect([421, 452]).toContain((error as { responseCode?: number }).responseCode)
    return false
  } finally {
    transport.close()
  }
}

/** Requests a code of somebody new. Resolves with the milliseconds until it is in their mailbox. */
async function code(n: number): Promise<number> {
  const email = `person${n}@club.example`
  const startedAt = performance.now()
  const asked = await createBrowser(product.site).post('/api/send-otp', { email })
  expect(asked.status).toBe(200)
  await until('the code', async () => (await product.mails()).some(({ to }) => to[0]?.address === email))
  return performance.now() - startedAt
}

/** By night the mails come again, and again. */
const rounds = process.env['FUZZ_SEED'] === 'new' ? 5 : 1

test(
  'the worst mail of each class ends no worker, is accounted for, and keeps nobody from their code',
  async () => {
    const worker = product.stack.pidOf('email-worker')
    const stored = product.db.collection<InboundMail>('inbound_mails')
    const bombs = Array.from({ length: rounds }, () =>
      Object.entries(worst).map(([kind, rest]) => ({ kind, raw: mail(rest, '198.51.100') })),
    ).flat()
    const small = Array.from({ length: 80 }, () => mail(crlf('Subject: Hi', '', 'Hello'), '203.0.113'))

    let isSent = false
    const taken: { kind: string; raw: Buffer }[] = []
    async function send() {
      const queue = [...bombs, ...small.map((raw) => ({ kind: 'one of many', raw }))]
      const next = async (): Promise<void> => {
        const one = queue.shift()
        if (!one) return
        if (await deliver(one.raw)) taken.push(one)
        return next()
      }
      await Promise.all([next(), next(), next(), next()])
      isSent = true
    }
    const waiting = () => stored.countDocuments({ state: 'waiting' })
    const times: number[] = []
    const sending = send()
    do times.push(await code(times.length))
    while (times.length < 60 && (times.length < 10 || !isSent || (await waiting()) > 0))
    await sending
    await until('all mails to be read', async () => (await waiting()) === 0)

    // A network beyond its quota is told to try again tomorrow, and others are not.
    const ofKind = (kind: string) => taken.filter((one) => one.kind === kind)
    expect(ofKind('one of many')).toHaveLength(40)
    expect(Object.keys(worst).filter((kind) => ofKind(kind).length !== rounds)).toEqual([])
    const mails = await stored.find().toArray()
    expect(mails).toHaveLength(taken.length)
    // Each is where staff find it, and one that cannot be read says why.
    expect(
      [...new Set(mails.map(({ state }) => state))].filter((state) => state !== 'unmatched' && state !== 'automated'),
    ).toEqual([])
    expect(mails.filter(({ readable, note }) => readable === false && !note)).toEqual([])
    expect(product.stack.pidOf('email-worker')).toBe(worker)

    const p99 = percentile(times, 0.99)
    process.stdout.write(
      `worst mail: ${times.length} codes, p50 ${median(times).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms\n`,
    )
  },
  minutes(10),
)
