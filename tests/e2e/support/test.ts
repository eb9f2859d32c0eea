import { test as base, expect } from '@playwright/test'

export type Options = { mailUrl: string }
type Fixtures = { faults: { expect: (pattern: RegExp) => void } }

/** Runs in the page and reports through the console. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('securitypolicyviolation', event.violatedDirective, event.blockedURI))`

/**
 * A test that fails on console errors, uncaught errors and violations of the
 * content security policy. `faults.expect` names what a test provokes on purpose.
 */
export const test = base.extend<Options & Fixtures>({
  mailUrl: ['', { option: true }],
  faults: [
    async ({ context }, use) => {
      const seen: string[] = []
      // An interface of the machine came or went, as with every container that starts.
      const expected: RegExp[] = [/net::ERR_NETWORK_CHANGED/]
      context.on('console', (message) => {
        if (message.type() === 'error') seen.push(`${message.text()} ${message.location().url}`)
      })
      context.on('weberror', (error) => seen.push(String(error.error())))
      await context.addInitScript({ content: reportViolations })
      await use({ expect: (pattern) => expected.push(pattern) })
      expect(seen.filter((fault) => !expected.some((pattern) => pattern.test(fault)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
