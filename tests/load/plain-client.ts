import { Agent, request } from 'node:http'
import { median, percentile } from '../support/percentile'

/** `localAddress` tells two clients apart, whose limits are those of their network. */
export type Client = { site: string; agent: Agent; localAddress: string; cookie?: string }

export const plainClient = (site: string, localAddress: string, cookie?: string): Client => ({
  site,
  agent: new Agent({ keepAlive: true }),
  localAddress,
  ...(cookie !== undefined && { cookie }),
})

type Sent = { method?: string; body?: Buffer | string; type?: string; headers?: Record<string, string> }

/** The status and the text of an answer; status 0 when the connection was closed. */
export function exchange(
  { site, cookie, ...from }: Client,
  path: string,
  { method = 'GET', body, type = 'application/json', headers }: Sent = {},
): Promise<{ status: number; text: string }> {
  return new Promise((done) => {
    const sent = request(new URL(path, site), {
      ...from,
      method,
      headers: {
        'x-requested-with': 'load',
        'sec-fetch-site': 'same-origin',
        ...(cookie !== undefined && { cookie }),
        ...(body !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
    })
    sent.on('response', (answer) => {
      let text = ''
      // An export is longer than what anybody reads here.
      answer.on('data', (part: Buffer) => {
        if (text.length < 1_000_000) text += part
      })
      answer.on('close', () => done({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', () => done({ status: 0, text: '' }))
    sent.end(body)
  })
}

/** A body of `multipart/form-data` with one file. */
export function formWith(name: string, type: string, bytes: Buffer | string): { body: Buffer; type: string } {
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n--x--\r\n')]),
    type: 'multipart/form-data; boundary=x',
  }
}

/** Calls again and again until it is over. Returns how long each took, and how many failed. */
export async function visits(client: Client, path: string, forMs: number, pauseMs = 100) {
  const times: number[] = []
  let failed = 0
  for (const end = Date.now() + forMs; Date.now() < end; await Bun.sleep(pauseMs)) {
    const at = performance.now()
    if ((await exchange(client, path)).status !== 200) failed += 1
    times.push(performance.now() - at)
  }
  return { p50: median(times), p99: percentile(times, 0.99), failed, count: times.length }
}
