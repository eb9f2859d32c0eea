export type Answer = { status: number; headers: Headers; body: Record<string, unknown> }

/** A client that sends what our own pages send: same origin, JSON, with a cookie jar. `ca` is a certificate to trust. */
export function createBrowser(site: string, { ca }: { ca?: string } = {}) {
  const jar = new Map<string, string>()
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${site}${path}`, {
      method,
      redirect: 'manual',
      ...(ca && { tls: { ca } }),
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split('=')
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: JSON.parse(text) as Record<string, unknown> }
  }
  return {
    jar,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown, headers?: Record<string, string>) => send('POST', path, body, headers),
  }
}

export type Browser = ReturnType<typeof createBrowser>
