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

type Answer = { status: number; body: string }

function post(endpoint: Endpoint, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<Answer> {
  const { url } = endpoint
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, agent: false, lookup: pinned(endpoint), signal }
    const sent = request(url, options, (response) => {
      const pieces: Buffer[] = []
      let size = 0
      const done = () => {
        const text = Buffer.concat(pieces).toString('utf8').slice(0, keptCharacters)
        resolve({ status: response.statusCode ?? 0, body: text })
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

/** Sends one message. Never rejects: what went wrong is in the attempt. Redirects are an answer like any other. */
export const sender =
  (deps: EndpointDeps, limitMs = timeoutMs) =>
  async (url: string, headers: Record<string, string>, body: string): Promise<Attempt> => {
    const begun = performance.now()
    const at = new Date().toISOString()
    const abort = new AbortController()
    const work = async () => {
      const endpoint = await resolveEndpoint(url, deps)
      return post(endpoint, headers, body, abort.signal)
    }
    const spent = () => Math.round(performance.now() - begun)
    try {
      const timedOut = () => new Error(`No answer within ${limitMs / 1_000} seconds`)
      const answer = await withTimeout(work(), limitMs, timedOut)
      return { at, status: answer.status, error: null, ms: spent(), body: answer.body }
    } catch (error) {
      abort.abort()
      return { at, status: null, error: faultOf(error), ms: spent(), body: '' }
    }
  }

export type Send = ReturnType<typeof sender>
