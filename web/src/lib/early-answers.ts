/** Older answers are requested again. */
const maxAgeMs = 15_000

export const acceptsJson = { accept: 'application/json' }

type EarlyAnswer = { response: Promise<Response>; askedAt: number }
const early = new Map<string, EarlyAnswer>()
/** Requests that the program has made on its own in the first seconds, as when its files were in the cache. */
const asked = new Set<string>()

/**
 * Requests what the program will need, while its files load. The first call of this path uses the answer.
 * Resolves with a copy of it, or with undefined if the program was faster.
 */
export async function askEarly(path: string): Promise<Response | undefined> {
  if (asked.has(path)) return undefined
  const response = fetch(path, {
    headers: acceptsJson,
    credentials: 'same-origin',
    signal: AbortSignal.timeout(maxAgeMs),
  })
  early.set(path, { response, askedAt: performance.now() })
  return response.then((answer) => answer.clone())
}

/** The answer to an early request. It is used once; after a failure of the network the call is made again. */
export async function takeEarly(path: string): Promise<Response | undefined> {
  const found = early.get(path)
  early.delete(path)
  if (!found && performance.now() < maxAgeMs) asked.add(path)
  if (!found || performance.now() - found.askedAt > maxAgeMs) return undefined
  return found.response.catch(() => undefined)
}

/** After a change no earlier answer is used. */
export function dropEarly() {
  early.clear()
  asked.clear()
}
