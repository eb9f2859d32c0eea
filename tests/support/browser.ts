import { until } from './until'

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> }

/**
 * Calls until the caller's turn comes. Of heavy calls each person has a share of the time, which a slow machine uses up; what is
 * refused then was not begun. A call that fails is not repeated.
 */
export async function inTurn(call: () => Promise<Response>): Promise<Response> {
  const end = await until('the turn of a heavy call', async () => {
    const [made] = await Promise.allSettled([call()])
    const mustWait = made.status === 'fulfilled' && made.value.status === 429
    return !(mustWait && (await made.value.clone().text()).includes('still in progress')) && made
  })
  if (end.status === 'rejected') throw end.reason
  return end.value
}

/** A client that sends what our own pages send: same origin, JSON, with a cookie jar. `ca` is a certificate to trust. */
export function createBrowser(site: string, { ca }: { ca?: string } = {}) {
  const jar = new Map<string, string>()
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const isForm = body instanceof FormData
    const type: Record<string, string> = isForm
      ? { 'x-requested-with': 'fetch' }
      : { 'content-type': 'application/json' }
    const request: BunFetchRequestInit = {
      method,
      redirect: 'manual',
      ...(ca && { tls: { ca } }),
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : type),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    }
    const answer = await inTurn(() => fetch(`${site}${path}`, request))
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
    upload(path: string, bytes: Uint8Array | string, name: string, type?: string) {
      const form = new FormData()
      form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name, { type }))
      return send('POST', path, form)
    },
  }
}

export type Browser = ReturnType<typeof createBrowser>
