import { seconds } from '@app/contracts/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gone, type People, type Seen, startActors, violationsIn } from '../../support/actors'
import { adminEmail, type Product, startProduct } from '../../support/product'
import { until } from '../../support/until'

let product: Product
let people: People
beforeAll(async () => {
  product = await startProduct({ ADMIN_EMAILS: `${adminEmail},${gone}` }, { pages: false })
  people = await startActors(product, adminEmail)
})
afterAll(() => product?.stop())

const answersTo = (seen: readonly Seen[], what: string) => seen.filter((one) => one.what === what)
const isUp = async (part: string) =>
  (await fetch(`http://127.0.0.1:${product.stack.ports[part]}/readyz`)).status === 200

test('F01: auth killed repeatedly under load is restarted, and sessions survive', async () => {
  const seen = await people.during(async () => {
    for (let kill = 0; kill < 3; kill++) {
      const pid = product.stack.pidOf('auth')!
      process.kill(pid, 'SIGKILL')
      await until('another auth', async () => product.stack.pidOf('auth') !== pid && isUp('auth'), seconds(30))
    }
  })
  expect(violationsIn(seen)).toEqual([])
  // Other services were not affected: they verify sessions themselves.
  for (const what of ['table', 'inquiry', 'save'])
    expect(answersTo(seen, what).filter(({ status }) => status !== 200)).toEqual([])
  await people.servedAgain()
  expect(await people.nothingLost()).toEqual([])
})

test('F02: while auth hangs, its calls fail in JSON in time, others are served, and it recovers', async () => {
  const auth = product.stack.pidOf('auth')!
  const seen = await people.during(async () => {
    process.kill(auth, 'SIGSTOP')
    try {
      await Bun.sleep(seconds(20))
    } finally {
      process.kill(auth, 'SIGCONT')
    }
  })
  expect(violationsIn(seen)).toEqual([])
  expect(answersTo(seen, 'session').filter(({ status }) => status === 504).length).toBeGreaterThan(0)
  for (const what of ['table', 'inquiry', 'save'])
    expect(answersTo(seen, what).filter(({ status }) => status !== 200)).toEqual([])
  await people.servedAgain()
  expect(product.stack.pidOf('auth')).toBe(auth)
  expect(await people.nothingLost()).toEqual([])
})
