import type { Browser } from './browser'
import type { Product } from './product'
import { until } from './until'

/** Signs in with an emailed code. On a shared product an earlier session is reused, as an address gets few codes. */
export async function signIn(
  browser: Browser,
  { mails, signedIn }: Pick<Product, 'mails' | 'signedIn'>,
  email: string,
): Promise<void> {
  for (const [name, value] of signedIn?.get(email) ?? []) browser.jar.set(name, value)
  if (signedIn?.has(email) && (await browser.get('/api/users/me')).status === 200) return
  browser.jar.clear()
  const before = new Set((await mails()).map(({ id }) => id))
  const asked = await browser.post('/api/send-otp', { email })
  if (asked.status !== 200) throw new Error(`send-otp answered ${asked.status}`)
  const otp = await until('the mail with the code', async () => {
    // Others may arrive meanwhile, such as the daily heads of the audit.
    const received = (await mails()).filter(({ id, to }) => !before.has(id) && to[0]?.address === email)
    return received.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((code) => code !== undefined)
  })
  const verified = await browser.post('/api/verify-otp', { email, otp })
  if (verified.status !== 200) throw new Error(`verify-otp answered ${verified.status}`)
  signedIn?.set(email, new Map(browser.jar))
}
