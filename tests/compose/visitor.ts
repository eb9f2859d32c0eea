type Message = { id: string; subject: string; text: string; headers: Record<string, string> }

/** A visitor reduced to requests: keeps cookies and waits for mails. */
export function createVisitor({ site, mail }: { site: string; mail: string }) {
  const cookies = new Map<string, string>()
  // A test makes its certificates itself.
  const trust = site.startsWith('https:') ? { tls: { rejectUnauthorized: false } } : {}

  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('origin', site)
    if (cookies.size) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(site + path, { ...init, headers, ...trust })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    return answer
  }

  const write = (method: string) => (path: string, body: unknown) =>
    request(path, {
      method,
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(body),
    })

  /** The newest mail whose recipient or text contains `words`; waits up to two minutes. */
  async function mailAbout(words: string): Promise<Message> {
    for (let tries = 0; tries < 600; tries++) {
      const messages = (await (await fetch(`${mail}/api/messages`)).json()) as Message[]
      const found = messages.find((message) => JSON.stringify(message).includes(words))
      if (found) return found
      await Bun.sleep(200)
    }
    throw new Error(`no mail about ${words} within two minutes`)
  }

  /** Answers a mail as the person it is to. */
  async function answer({ id }: Message, text: string): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const sent = await fetch(`${mail}/api/messages/${id}/reply`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ text }),
    })
    if (!sent.ok) throw new Error(`the answer was refused: ${await sent.text()}`)
  }

  return { answer, get: (path: string) => request(path), post: write('POST'), put: write('PUT'), mailAbout }
}
