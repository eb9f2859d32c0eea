import { expect, test } from 'vitest'
import { createLog, createServiceApp } from '.'

/** Holds every request until it is let go, on a real server: that is who counts them. */
function busyService(maxConcurrent: number) {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let reached = 0
  const app = createServiceApp({ log: createLog('test', 'silent'), maxConcurrent }).get('/work', async () => {
    reached++
    await held
    return { done: true }
  })
  app.listen({ hostname: '127.0.0.1', port: 0 })
  const url = (path: string) => `http://127.0.0.1:${app.server!.port}${path}`
  const ask = (path: string) => fetch(url(path), { keepalive: false })
  return { ask, url, letGo, reached: () => reached, stop: () => app.stop(true) }
}

test('overload is refused at once, requests in progress are finished, and then new ones are accepted', async () => {
  const service = busyService(20)
  try {
    const asked = Array.from({ length: 60 }, () => service.ask('/work'))
    const refused: Response[] = []
    for (const answer of asked) void answer.then((got) => got.status === 503 && refused.push(got))
    // Those held are still waiting when all others have their answer.
    await expect.poll(() => refused.length, { timeout: 10_000 }).toBe(40)
    expect(service.reached()).toBe(20)
    for (const answer of refused) {
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const requestId = answer.headers.get('x-request-id')
      expect(await answer.json()).toEqual({ error: expect.any(String), code: 'unavailable', requestId })
    }
    // Who watches over it must not take it for dead.
    expect((await service.ask('/healthz')).status).toBe(200)
    expect((await service.ask('/readyz')).status).toBe(200)

    service.letGo()
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect((await service.ask('/work')).status).toBe(200)
  } finally {
    await service.stop()
  }
})

test('aborted requests no longer count', async () => {
  const service = busyService(5)
  try {
    const leaving = Array.from({ length: 5 }, () => new AbortController())
    const ask = ({ signal }: AbortController) => fetch(service.url('/work'), { signal }).catch(() => undefined)
    const asked = leaving.map(ask)
    await expect.poll(service.reached, { timeout: 10_000 }).toBe(5)
    expect((await service.ask('/work')).status).toBe(503)
    for (const controller of leaving) controller.abort()
    await Promise.all(asked)
    service.letGo()
    await expect.poll(async () => (await service.ask('/work')).status, { timeout: 10_000 }).toBe(200)
  } finally {
    await service.stop()
  }
})
