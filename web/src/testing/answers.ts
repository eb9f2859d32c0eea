import { vi } from 'vitest'

type Answer = [status: number, body: unknown] | 'offline' | Promise<Response>
type Call = { method: string; path: string; body: unknown; headers: Headers }

/** Stubs `fetch` with answers by path, or by path and query; a list is used up in order and its last entry repeats. Returns the recorded calls. */
export function answers(byPath: Record<string, Answer | Answer[]>) {
  const calls: Call[] = []
  const left = new Map(
    Object.entries(byPath).map(([path, given]) => [path, isList(given) ? [...given] : [given]] as const),
  )
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = url.split('?')[0]!
    calls.push({
      method: init.method ?? 'GET',
      path: url,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      headers: new Headers(init.headers),
    })
    const queue = left.get(url) ?? left.get(path)
    const answer = queue && queue.length > 1 ? queue.shift() : queue?.[0]
    if (!answer || answer === 'offline') throw new TypeError('Failed to fetch')
    if (answer instanceof Promise) return answer
    return new Response(typeof answer[1] === 'string' ? answer[1] : JSON.stringify(answer[1]), { status: answer[0] })
  })
  return calls
}

const isList = (given: Answer | Answer[]): given is Answer[] => Array.isArray(given) && typeof given[0] !== 'number'

/** A call that never settles. */
export const silence = new Promise<Response>(() => {})
