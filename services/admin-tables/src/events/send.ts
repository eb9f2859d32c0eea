import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { withTimeout } from '@app/concurrency/timeout'
import { seconds } from '@app/contracts/durations'
import type { Attempt } from '@app/contracts/webhooks'
import { type Endpoint, type EndpointDeps, resolveEndpoint } from './endpoint'

const timeoutMs = seconds(10)
const maxBytes = 64 * 1024
/** Of a response, for those who look for a fault. */
const keptCharacters = 2_000

/** Always answers with the address that was checked. */
const pinned = ({ address, family }: Endpoint): LookupFunction => {
  return (_, options, callback) => {
    if (options.all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }
}

type Answer = { status: number; body: Buffer; headers: http.IncomingHttpHeaders; isCut: boolean }
type Asked = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string; maxBytes: number }

function ask(endpoint: Endpoint, { method, headers, body, maxBytes }: Asked, signal: AbortSignal): Promise<Answer> {
  const { url } = endpoint
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: false, lookup: pinned(endpoint), signal }
    const sent = request(url, options, (response) => {
      const pieces: Buffer[] = []
      let size = 0
      const done = () => {
        const body = Buffer.concat(pieces)
        resolve({ status: response.statusCode ?? 0, body, headers: response.headers, isCut: size >= maxBytes })
      }
      response.on('data', (piece: Buffer) => {
        pieces.push(piece.subarray(0, maxBytes - size))
        size += piece.length
        if (size < maxBytes) return
        // The rest is not read.
        done()
        sent.destroy()
      })
      response.on('end', done)
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const faultOf = (error: unknown): string => {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return (typeof code === 'string' && code !== '' ? code : String(message ?? error)).slice(0, 200)
}

/** Within a time, through an address that was checked. */
async function askWithin(deps: EndpointDeps, text: string, asked: Asked, limitMs: number): Promise<Answer> {
  const abort = new AbortController()
  const work = async () => ask(await resolveEndpoint(text, deps), asked, abort.signal)
  const timedOut = () => new Error(`No answer within ${limitMs / 1_000} seconds`)
  try {
    return await withTimeout(work(), limitMs, timedOut)
  } catch (error) {
    abort.abort()
    throw error
  }
}

/** Sends one message. Never rejects: what went wrong is in the attempt. Redirects are an answer like any other. */
export const sender =
  (deps: EndpointDeps, limitMs = timeoutMs) =>
  async (url: string, headers: Record<string, string>, body: string): Promise<Attempt> => {
    const begun = performance.now()
    const at = new Date().toISOString()
    const spent = () => Math.round(performance.now() - begun)
    try {
      const answer = await askWithin(deps, url, { method: 'POST', headers, body, maxBytes }, limitMs)
      const kept = answer.body.toString('utf8').slice(0, keptCharacters)
      return { at, status: answer.status, error: null, ms: spent(), body: kept }
    } catch (error) {
      return { at, status: null, error: faultOf(error), ms: spent(), body: '' }
    }
  }

export type Send = ReturnType<typeof sender>

/** The fetched bytes, and the encoding that the server names; `error` says why there are none. */
export type Fetched = {
  status: number | null
  body: Uint8Array
  charset: string | undefined
  error: string | null
}

const charsetOf = (type = '') => /;\s?charset="?([\w:.-]{1,40})/i.exec(type)?.[1]

const maxFetchedBytes = 4 * 1024 * 1024
const maxRedirects = 3
const redirects = [301, 302, 303, 307, 308]

/** Fetches in the same way. Calendars move: a redirect is followed to an address that passes the same checks. Never rejects. */
export const fetcher =
  (deps: EndpointDeps, { limitMs = seconds(20), maxSize = maxFetchedBytes } = {}) =>
  async (url: string, headers: Record<string, string>): Promise<Fetched> => {
    const failed = (error: string) => ({ status: null, body: new Uint8Array(), charset: undefined, error })
    try {
      let at = url
      for (let moves = 0; moves <= maxRedirects; moves++) {
        const asked = { method: 'GET' as const, headers, maxBytes: maxSize }
        const { status, body, headers: given, isCut } = await askWithin(deps, at, asked, limitMs)
        if (redirects.includes(status) && given.location !== undefined) {
          at = new URL(given.location, at).href
          continue
        }
        if (isCut) return failed(`It is larger than ${maxSize / 1024 / 1024} MB`)
        return { status, body, charset: charsetOf(given['content-type']), error: null }
      }
      return failed('It is moved too often')
    } catch (error) {
      return failed(faultOf(error))
    }
  }
