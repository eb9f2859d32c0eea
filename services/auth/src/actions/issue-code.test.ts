import { expect, test, vi } from 'vitest'
import { issueCode } from './issue-code'

test.each([
  ['issued', true, 'login code queued'],
  ['withheld', false, 'login code withheld'],
])('a code that is %s can be found in the log by its request', async (_case, issued, event) => {
  const info = vi.fn()
  const sendLoginCode = vi.fn(async () => true)
  const issue = issueCode({
    codes: { issue: async () => issued, isCurrent: async () => false },
    accounts: { maySignIn: async () => true },
    devices: { isKnown: async () => false },
    mail: { sendLoginCode, isFull: async () => false },
    pepper: 'pepper',
    sealKey: Buffer.alloc(32, 1),
    adminEmails: [],
    allowUnknown: false,
    log: { info },
  })
  const asker = { device: 'A browser', address: '203.0.113.1' }
  await issue('ada@example.com', { pending: undefined, deviceId: undefined, asker, requestId: 'request-1' })
  await expect.poll(() => info.mock.calls).toMatchObject([[{ requestId: 'request-1' }, event]])
  expect(sendLoginCode).toHaveBeenCalledTimes(issued ? 1 : 0)
})
