/** Older answers are asked for again. */
const maxAgeMs = 15_000

type EarlyAnswer = { response: Promise<Response>; askedAt: number }
const early = new Map<string, EarlyAnswer>()

/**
 * Asks for something that the program will ask for, while its files load. The first call of this path takes the answer.
 * Resolves with a copy of it.
 */
export function askEarly(path: string): Promise<Response> {
  const response = fetch(path, {
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
    signal: AbortSignal.timeout(maxAgeMs),
  })
  early.set(path, { response, askedAt: performance.now() })
  return response.then((answer) => answer.clone())
}

/** The answer that was asked for early. It is used once; after a failure of the network the call is made again. */
export async function takeEarly(path: string): Promise<Response | undefined> {
  const found = early.get(path)
  early.delete(path)
  if (!found || performance.now() - found.askedAt > maxAgeMs) return undefined
  return found.response.catch(() => undefined)
}

/** After a change no earlier answer is used. */
export const dropEarly = () => early.clear()
