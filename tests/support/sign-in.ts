import { seconds } from '@app/contracts/durations'
import type { Browser } from './browser'
import type { Product } from './product'
import { until } from './until'

/** An address gets one code a minute. Its mail is a little younger than the request for it. */
const pause = seconds(58)
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0]

/**
 * Signs in with an emailed code. On a shared product an earlier session is reused, as an address gets few codes.
 *
 * @throws Error at once where a code would be withheld
 */
export async function signIn(
  browser: Browser,
  { mails, signedIn }: Pick<Product, 'mails' | 'signedIn'>,
  email: string,
): Promise<void> {
  for (const [name, value] of signedIn?.get(email) ?? []) browser.jar.set(name, value)
  if (signedIn?.has(email) && (await browser.get('/api/users/me')).status === 200) return
  browser.jar.clear()
  const earlier = await mails()
  const isRecent = ({ to, text, date }: (typeof earlier)[number]) =>
    to[0]?.address === email && codeIn(text) && Date.now() - Date.parse(date) < pause
  if (earlier.some(isRecent))
    throw new Error(`${email} got a code within the last minute, and gets no other one: its session has ended since`)
  const before = new Set(earlier.map(({ id }) => id))
  const asked = await browser.post('/api/send-otp', { email })
  if (asked.status !== 200) throw new Error(`send-otp answered ${asked.status}`)
  const otp = await until('the mail with the code', async () => {
    // Others may arrive meanwhile, such as the daily heads of the audit.
    const received = (await mails()).filter(({ id, to }) => !before.has(id) && to[0]?.address === email)
    return received.map(({ text }) => codeIn(text)).find((code) => code !== undefined)
  })
  const verified = await browser.post('/api/verify-otp', { email, otp })
  if (verified.status !== 200) throw new Error(`verify-otp answered ${verified.status}`)
  signedIn?.set(email, new Map(browser.jar))
}
