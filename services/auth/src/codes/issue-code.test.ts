import { expect, test, vi } from 'vitest'
import { issueCode } from './issue-code'

/** The action with stores that answer at once, and the names of what it called, in order. */
function stand({ issued = true, known = true } = {}) {
  const calls: string[] = []
  const called = <T>(name: string, answer: T) =>
    vi.fn(async () => {
      calls.push(name)
      return answer
    })
  const info = vi.fn()
  const sendLoginCode = called('send', true)
  const issue = issueCode({
    codes: { issue: called('issue', issued), isCurrent: called('current', false) },
    accounts: { maySignIn: called('known', known) },
    devices: { isKnown: called('device', false) },
    mail: { sendLoginCode, isFull: called('full', false) },
    pepper: 'pepper',
    sealKey: Buffer.alloc(32, 1),
    adminEmails: [],
    allowUnknown: false,
    log: { info },
  })
  const asker = { device: 'A browser', address: '203.0.113.1' }
  const ask = () => issue('ada@example.com', { pending: undefined, deviceId: undefined, asker, requestId: 'request-1' })
  return { ask, calls, info, sendLoginCode }
}

test.each([
  ['issued', true, 'login code queued'],
  ['withheld', false, 'login code withheld'],
])('a code that is %s can be found in the log by its request', async (_case, issued, event) => {
  const { ask, info, sendLoginCode } = stand({ issued })
  await ask()
  await expect.poll(() => info.mock.calls).toMatchObject([[{ requestId: 'request-1' }, event]])
  expect(sendLoginCode).toHaveBeenCalledTimes(issued ? 1 : 0)
})

test('known and unknown addresses cost the same calls until the answer, and the mail is queued after it', async () => {
  const [known, unknown] = [stand(), stand({ known: false })]
  await known.ask()
  await unknown.ask()
  expect(known.calls).toEqual(unknown.calls)
  expect(known.calls).not.toContain('send')
  await expect.poll(() => known.calls).toContain('send')
  expect(unknown.calls).not.toContain('send')
})
