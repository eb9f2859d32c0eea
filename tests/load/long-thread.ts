import { minutes } from '@app/contracts/durations'
import { chromium, type Page } from '@playwright/test'
import { ObjectId } from 'mongodb'
import type { InboundMail } from '../../services/forms/src/inbound/inbound-mail'
import { outgoingMail } from '../../services/forms/src/inquiries/outgoing-mail'
import { createCorrespondents, storeInquiries } from '../faults/inbound/correspondents'
import { seeded } from '../faults/seeded-random'
import { createBrowser } from '../support/browser'
import { percentile } from '../support/percentile'
import { adminEmail, startProduct } from '../support/product'
import { signIn } from '../support/sign-in'
import { pageWork } from './page-work'

// How long a conversation of 200 messages takes from the click on its row until it is painted, in Chromium at 1440 px.
//
//   MESSAGES=200 OPENINGS=20 bun tests/load/long-thread.ts

const length = Number(process.env.MESSAGES ?? 200)
const openings = Number(process.env.OPENINGS ?? 20)
const { CHROMIUM = '/usr/bin/chromium' } = process.env

const say = (line: string) => void process.stdout.write(`${line}\n`)
const inBrief = (values: readonly number[]) =>
  `p50 ${percentile(values, 0.5).toFixed(0)} ms, p95 ${percentile(values, 0.95).toFixed(0)} ms`

const begun = Date.now() - minutes(length * 10)
const time = (n: number) => new Date(begun + minutes(n * 10))
const { people, inquiries } = createCorrespondents(seeded(1), new Date(begun))
const [long, short] = people.talking.map((one, n) => ({ ...one, name: n === 0 ? 'Long Visitor' : 'Short Visitor' }))
const [inquiry, other] = [long, short].map((one) => ({
  ...inquiries.find(({ _id }) => _id.equals(one!.id))!,
  name: one!.name,
}))
const paragraph =
  'The twelfth suits us, and there are ten children between eight and eleven years old. Is the oak range free in the afternoon? '

/** Every second message is a reply, the others are mails with formatting, which quote what they answer. */
const answers = Array.from({ length: Math.floor(length / 2) }, (_, n) => {
  const about = { documentId: long!.id, kind: 'reply' as const, to: long!.email, name: `reply-${n}` }
  const mail = outgoingMail(
    { ...about, threadKey: inquiry!.thread_key! },
    { mailDomain: 'localhost', at: time(2 * n + 1) },
  )
  return { ...mail, state: 'sent' as const, due_at: null, sent_at: time(2 * n + 1) }
})
Object.assign(inquiry!, {
  mails: answers,
  replies: answers.map(({ message_id, sent_at }, n) => ({
    ...{
      message_id,
      subject: 'Re: Your party',
      text: `Answer ${n}. ${paragraph.repeat(3)}`,
      by: adminEmail,
      at: sent_at,
    },
  })),
})
const incoming = Array.from({ length: length - 1 - answers.length }, (_, n): InboundMail => {
  const text = `Question ${n}. ${paragraph.repeat(4)}`
  return {
    ...{ _id: new ObjectId(), keys: [`long-${n}`], raw: new ObjectId(), size: 9_000, received_at: time(2 * n + 2) },
    ...{ sender: long!.email, from: { name: long!.name, address: long!.email }, to: [], subject: 'Re: Your party' },
    ...{
      message_id: `<long-${n}@visitors.example>`,
      text,
      quoted: `On Monday the school wrote:\n${`> ${paragraph}\n`.repeat(25)}`,
    },
    html: `<p>${text}</p><p><b>Regards</b>, <a href="https://visitors.example/me">${long!.name}</a></p>`,
    ...{ automated: false, readable: true, note: null, state: 'threaded', due_at: null, attempts: 1, attachments: [] },
    ...{ inquiry: inquiry!._id, inquiry_email: long!.email },
  }
})

/** Runs in the page: from the click on a row until its messages are painted. */
const openingOf = (name: string, last: string) => `new Promise((resolve) => {
  const row = [...document.querySelectorAll('ul[aria-label=Conversations] a')].find((one) => one.textContent.includes(${JSON.stringify(`${name}`)}))
  const isShown = () => document.querySelector('ol[aria-label=Messages] > :last-child')?.textContent.includes(${JSON.stringify(last)}) && document.querySelector('h2')?.textContent.includes(${JSON.stringify(name)})
  const startedAt = performance.now()
  let shownAt
  const watch = new MutationObserver(() => {
    if (!isShown()) return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => {
      const [last] = performance.getEntriesByType('resource').filter(({ name, startTime }) => startTime >= startedAt && /submissions\\/[a-f0-9]{24}(?:$|\\/)/.test(name)).sort((a, b) => b.responseEnd - a.responseEnd)
      resolve({ all: performance.now() - startedAt, loaded: (last?.responseEnd ?? startedAt) - startedAt, bytes: last?.encodedBodySize ?? 0 })
    }))
  })
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  row.click()
})`

type Opening = { all: number; loaded: number; bytes: number }
type Measured = Opening & { browser: number; cpu: number }
const open = (page: Page, name: string, last: string) => page.evaluate<Opening>(openingOf(name, last))

const product = await startProduct({ SEED_SAMPLES: 'false', SEED_INQUIRIES: 'false' })
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
try {
  await storeInquiries(product.db, [inquiry!, other!])
  await product.db.collection<InboundMail>('inbound_mails').insertMany(incoming)
  const admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([...admin.jar].map(([name, value]) => ({ name, value, url: product.site })))
  const page = await context.newPage()
  await page.goto(`${product.site}/admin/inbox?view=them`)
  const row = (name: string) =>
    page.getByRole('list', { name: 'Conversations' }).getByRole('link').filter({ hasText: name })
  await row(short!.name).waitFor({ timeout: 60_000 })
  const work = await pageWork(page)
  async function measured(name: string, last: string) {
    const before = await work('TaskDuration')
    const { all, loaded, bytes } = await open(page, name, last)
    return { all, loaded, bytes, browser: all - loaded, cpu: (await work('TaskDuration')) - before }
  }
  const rounds: { short: Measured; long: Measured }[] = []
  for (let n = 0; n < openings + 2; n++) {
    const one = await measured(short!.name, 'Hi')
    const two = await measured(long!.name, `Answer ${answers.length - 1}.`)
    // The first ones load code.
    if (n >= 2) rounds.push({ short: one, long: two })
  }
  const { body } = await admin.get(`/api/forms/submissions/${long!.id}`)
  for (const [size, kind] of [
    [3, 'short'],
    [length, 'long'],
  ] as const) {
    const of = (field: keyof Measured) => inBrief(rounds.map((round) => round[kind][field]))
    say(`${size} messages, from the click until they are painted: ${of('all')}`)
    say(`  until the last response: ${of('loaded')}; from then on: ${of('browser')}; CPU of the page: ${of('cpu')}`)
  }
  const sent = Math.max(...rounds.map(({ long: { bytes } }) => bytes))
  say(`response: ${(JSON.stringify(body).length / 1024).toFixed(0)} KB, ${(sent / 1024).toFixed(0)} KB as sent`)
} finally {
  await browser.close()
  await product.stop()
}
process.exit()
