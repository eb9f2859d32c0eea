import { test as base, expect } from '@playwright/test'

export type Options = { mailUrl: string }
type Fixtures = { faults: { expect: (pattern: RegExp) => void } }

/** Runs in the page: the console is how it tells the test. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('securitypolicyviolation', event.violatedDirective, event.blockedURI))`

/**
 * A test that fails on anything the browser complains of: errors in the console, uncaught errors, and whatever the
 * content security policy had to stop. `faults.expect` names what a test provokes on purpose.
 */
export const test = base.extend<Options & Fixtures>({
  mailUrl: ['', { option: true }],
  faults: [
    async ({ context }, use) => {
      const seen: string[] = []
      const expected: RegExp[] = []
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
