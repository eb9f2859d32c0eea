type Mail = { to: { address: string }[]; text: string }
type Urls = { site: string; mail: string }

const post = (url: string, body: unknown, cookie = '') =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  })

/** The cookies of an answer as a request sends them back. */
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .filter((pair) => !pair.endsWith('='))
    .join('; ')

async function codeFor(email: string, mailBox: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const mails = (await (await fetch(`${mailBox}/api/messages`)).json()) as Mail[]
    const mail = mails.find(({ to }) => to.some(({ address }) => address === email))
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
    if (code) return code
    await Bun.sleep(100)
  }
  throw new Error(`No login code arrived for ${email}`)
}

/** Signs in with an emailed code. Returns the value of the Cookie header. */
export async function signIn(urls: Urls, email: string): Promise<string> {
  const asked = await post(`${urls.site}/api/send-otp`, { email })
  const otp = await codeFor(email, urls.mail)
  const answer = await post(`${urls.site}/api/verify-otp`, { email, otp }, cookiesOf(asked))
  if (!answer.ok) throw new Error(`Signing in failed with status ${answer.status}: ${await answer.text()}`)
  return cookiesOf(answer)
}
