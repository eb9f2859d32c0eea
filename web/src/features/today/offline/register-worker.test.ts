import { afterEach, expect, test, vi } from 'vitest'
import { registerWorker } from '../module'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('a dashboard that is shown again registers its worker with the policy it has', async () => {
  vi.stubEnv('PROD', true)
  const made: string[] = []
  vi.stubGlobal('trustedTypes', {
    createPolicy(name: string, rules: { createScriptURL: (url: string) => string }) {
      if (made.includes(name)) throw new TypeError(`Policy with name "${name}" already exists`)
      made.push(name)
      return rules
    },
  })
  const register = vi.fn(async () => ({}))
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  await registerWorker()
  await registerWorker()
  const call = ['/admin-worker.js', { scope: '/admin', updateViaCache: 'none' }]
  expect(register.mock.calls).toEqual([call, call])
})
