import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calls } from '@app/contracts/calls'
import { Elysia } from 'elysia'
import fc from 'fast-check'
import { type Edge, startEdge } from '../../nginx/nginx-harness'
import { sendRaw } from '../../nginx/raw-http'
import { hostileText, mutatedText } from './hostile-text'

/** One request line and its Host, as they are sent. */
type Target = { method: string; target: string; host: string }
/** How nginx read a request, from a log of its own. */
type Reading = { id: string; limited: string; upstream: string; status: string }

const http = `
  map $sign_in_client $sign_in_limited { "" no; default yes; }
  log_format reading escape=json '{"id":"$request_id","limited":"$sign_in_limited","upstream":"$upstream_addr","status":"$status"}';
  access_log FOLDER/reading.log reading;`

/** Which service answers a path, and whether it belongs to signing in: stated without nginx's own patterns. */
const ofAuth = new Set([
  ...['users', 'people', 'service-accounts'],
  ...['passkeys', 'oauth', 'sessions', 'logout', 'send-otp', 'verify-otp'],
])
const ofForms = new Set(['forms', 'reports'])
const forSignIn = /^\/api\/(oauth\/|passkeys|send-otp$|verify-otp$|sessions$)/
function serviceOf(path: string): 'auth' | 'forms' | 'tables' {
  const [, , first = '', second = ''] = path.split('/')
  if (ofAuth.has(first) || (first === 'admin' && ['status', 'about', 'access-request'].includes(second))) return 'auth'
  if (first === 'upload' && second === 'replies') return 'forms'
  return ofForms.has(first) ? 'forms' : 'tables'
}

const good = calls.map(({ path }) => path.replace(/:\w+/g, 'x1'))
const pieces = ['/', '/', '/api/', '..', '.', '\\', '%2f', '%2e', '%5c', '//', '?', ';', ':80', ...good]
const targets = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...good) },
  { weight: 3, arbitrary: mutatedText(good) },
  { weight: 2, arbitrary: hostileText(pieces, 8).map((text) => `/api/${text}`) },
  { weight: 1, arbitrary: hostileText(pieces, 8) },
)
const hosts = fc.oneof(
  { weight: 3, arbitrary: fc.constant('archery.example') },
  {
    weight: 1,
    arbitrary: mutatedText(['archery.example:80', 'localhost', '127.0.0.1:8080', '[::1]:80', '[2001:db8::1]']),
  },
  { weight: 1, arbitrary: hostileText(['.', ':', '[', ']', '::', '1', '0x1', 'a', '@', '65535', '65536', '%'], 6) },
)
/** Line ends, NUL and spaces end a request line; smuggling.test.ts is about those. */
const inOneLine = (text: string) => text.replace(/[\r\n\0 ]/g, '')
const requests: fc.Arbitrary<Target> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
  target: targets.map(inOneLine),
  host: hosts.map(inOneLine),
})

/** The product's routes in Elysia, each answering with its own path. */
function createRoutes() {
  const app = new Elysia()
  for (const { method, path } of calls) app.route(method.toUpperCase(), path, () => path)
  return async (method: string, url: string): Promise<string | undefined> => {
    const answer = await app.handle(new Request(url, { method }))
    return answer.ok ? answer.text() : undefined
  }
}

const pathOf = (target: string) => target.split('?')[0]!

/** What is wrong about how the three read a request that reached a service. */
function differences(
  sent: Target,
  seen: Edge['services']['auth']['seen'][number],
  reading: Reading,
  route?: string,
): string[] {
  const found: string[] = []
  const name = seen.service
  // Quotes in a query may be read as their escapes; nothing else may differ.
  const query = new URL(sent.target, 'http://localhost').search
  const read = pathOf(sent.target) + query
  if (pathOf(seen.target) !== pathOf(sent.target) || seen.url !== read)
    found.push(`Bun read ${JSON.stringify(seen.url)}`)
  if (seen.headers['host'] !== sent.host) found.push(`Bun read the host ${JSON.stringify(seen.headers['host'])}`)
  if (!URL.canParse(`http://${sent.host}/`)) found.push('the host is none')
  if (route && serviceOf(route) !== name)
    found.push(`nginx chose ${name}, the route ${route} is of ${serviceOf(route)}`)
  if (route && forSignIn.test(route) && reading.limited !== 'yes') found.push(`${route} is not limited as a sign-in`)
  return found
}

/** Sends targets to a real nginx and compares its reading with that of Bun and of the routes. */
export async function fuzzTargets({ targets: count, seed }: { targets: number; seed: number }) {
  const edge = await startEdge({ http })
  const route = createRoutes()
  const faults: string[] = []
  let reached = 0
  let routed = 0
  try {
    const chunkSize = 2_000
    for (let done = 0; done < count && faults.length < 5; done += chunkSize) {
      const sent = new Map<string, Target>()
      const queue = fc.sample(requests, { seed: seed + done, numRuns: Math.min(chunkSize, count - done) })
      const client = async () => {
        for (let one = queue.pop(); one; one = queue.pop()) {
          const { method, target, host } = one
          const answer = await sendRaw(
            edge.port,
            `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
          )
          const id = /^x-request-id: (\S+)/im.exec(answer)?.[1]
          if (id) sent.set(id, one)
          const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
          if (status >= 500) faults.push(`${status} of ${JSON.stringify(one)}`)
        }
      }
      await Promise.all(Array.from({ length: 16 }, client))
      const log = await readFile(join(edge.folder, 'reading.log'), 'utf8')
      const readings = new Map(
        log.split('\n').flatMap((line): [string, Reading][] => (line ? [[JSON.parse(line).id, JSON.parse(line)]] : [])),
      )
      for (const service of Object.values(edge.services))
        for (const seen of service.seen.splice(0)) {
          const id = String(seen.headers['x-request-id'])
          const request = sent.get(id)!
          // The edge's own question about the session of an upload.
          if (seen.url === '/api/users/me' && /^\/api\/(upload|tables)\//.test(request.target)) continue
          // The page that an unknown path shows.
          if (/^\/api\/site\/page\/\w+$/.test(seen.url) && pathOf(request.target) !== seen.url) continue
          reached++
          const matched = await route(request.method, `http://localhost${seen.url}`)
          if (matched) routed++
          for (const difference of differences(request, seen, readings.get(id)!, matched))
            faults.push(`${JSON.stringify(request)}: ${difference}`)
        }
    }
  } finally {
    await edge.stop()
  }
  return { faults, reached, routed }
}
