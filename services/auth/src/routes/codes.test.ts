import { expect, test } from 'vitest'
import { admin, person, setup } from '../app.fixture'

test('codes that were never requested leave one entry an hour for an address, and none in the name of its person', async () => {
  const { browser, users, audit } = await setup()
  users.set(admin.email, person(admin.email, { role: 'admin' }))
  for (let n = 0; n < 27; n++) {
    const otp = String(100_000 + n)
    expect((await browser()('POST', '/verify-otp', { email: admin.email, otp })).status).toBe(400)
  }
  await browser()('POST', '/verify-otp', { email: 'nobody@example.com', otp: '123456' })
  await expect.poll(() => audit.length).toBe(27)
  // Entries with one reference are stored once; the test may run while an hour ends.
  expect(new Set(audit.map(({ ref }) => ref)).size).toBeLessThanOrEqual(2)
  for (const entry of audit)
    expect(entry).toMatchObject({ actor: null, action: 'sign-in-refused', about: { person: admin.email } })
})
