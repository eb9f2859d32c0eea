import { minutes } from '@app/contracts/durations'
import { excerptLength, messagePart } from '@app/contracts/messages'
import { ObjectId } from 'mongodb'
import type { InboundMail } from '../../services/forms/src/inbound/inbound-mail'
import { createCorrespondents, storeInquiries } from '../faults/inbound/correspondents'
import { seeded } from '../faults/seeded-random'
import { createBrowser } from '../support/browser'
import { adminEmail, startProduct } from '../support/product'
import { signIn } from '../support/sign-in'
import { residentMb } from './beside'

// The memory of forms and the size of its answers while ten browsers read the worst mailbox: a conversation of 65 mails and 200 unmatched
// mails, each with as much text and markup as is stored.
// EXCERPTS=none: mails of before excerpts were stored.
//
//   MINUTES=2 bun tests/load/worst-mailbox.ts

const readers = 10
/** Together below what one session may ask for. */
const betweenMs = 500
const lasts = minutes(Number(process.env.MINUTES ?? 2))
const say = (line: string) => void process.stdout.write(`${line}\n`)

const text = 'Is the oak range free in the afternoon? '.repeat(5_000)
const html = `<p>${text}</p>`
const begun = Date.now() - minutes(1_000)
const { people, inquiries } = createCorrespondents(seeded(1), new Date(begun))
const [talking] = people.talking
const conversation = inquiries.find(({ _id }) => _id.equals(talking!.id))!

const mail = (n: number, state: 'threaded' | 'unmatched'): InboundMail => ({
  _id: new ObjectId(),
  keys: [`${state}-${n}`],
  raw: new ObjectId(),
  size: 2 * text.length,
  received_at: new Date(begun + minutes(n)),
  sender: talking!.email,
  from: { name: 'Visitor', address: talking!.email },
  to: [],
  subject: 'Re: Your party',
  message_id: `<${state}-${n}@visitors.example>`,
  text,
  ...(process.env.EXCERPTS !== 'none' && { excerpt: text.slice(0, excerptLength) }),
  quoted: text,
  html,
  automated: false,
  readable: true,
  note: null,
  state,
  due_at: null,
  attempts: 1,
  attachments: [],
  ...(state === 'threaded' && { inquiry: conversation._id, inquiry_email: talking!.email }),
})

const product = await startProduct({ SEED_SAMPLES: 'false', SEED_INQUIRIES: 'false' })
const { stack } = product

const pid = stack.pidOf('forms')!

try {
  await storeInquiries(product.db, [conversation])
  const mails = [
    ...Array.from({ length: 65 }, (_, n) => mail(n, 'threaded')),
    ...Array.from({ length: 200 }, (_, n) => mail(n, 'unmatched')),
  ]
  for (const one of mails) await product.db.collection<InboundMail>('inbound_mails').insertOne(one)
  const admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  const cookie = [...admin.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const [opened] = mails
  const addresses = [
    '/api/forms/inbound',
    '/api/forms/inbound/count',
    `/api/forms/submissions/${talking!.id}`,
    `/api/forms/submissions/${talking!.id}/conversation`,
    '/api/forms/inbox?q=oak%20range',
    ...messagePart.options.map((part) => `/api/forms/inbound/${opened!._id}/html?part=${part}`),
    // As a program reads it.
    `/api/forms/inbound/${opened!._id}/html`,
  ]
  const before = residentMb(pid)
  let most = before
  const largest = new Map<string, number>()
  const answers = new Map<number, number>()
  const end = Date.now() + lasts
  const watch = setInterval(() => {
    most = Math.max(most, residentMb(pid))
  }, 50)
  await Promise.all(
    Array.from({ length: readers }, async () => {
      while (Date.now() < end)
        for (const address of addresses) {
          const answer = await fetch(`${product.site}${address}`, { headers: { cookie } })
          const { byteLength } = await answer.arrayBuffer()
          answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
          if (answer.ok) largest.set(address, Math.max(largest.get(address) ?? 0, byteLength))
          await Bun.sleep(betweenMs)
        }
    }),
  )
  clearInterval(watch)
  for (const [address, bytes] of largest) say(`${address}: ${(bytes / 1024).toFixed(0)} KB at most`)
  say(`answers: ${[...answers].map(([status, count]) => `${count} of ${status}`).join(', ')}`)
  say(`memory of forms: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`)
} finally {
  await product.stop()
}
process.exit()
