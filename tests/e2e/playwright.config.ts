import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import type { Options } from './support/test'

const { PLAYWRIGHT_JSON_OUTPUT_NAME, SITE_URL, MAIL_URL } = process.env
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const executablePath = process.env.CHROMIUM ?? browsers.find(existsSync) ?? 'chromium'
/** Each worker has a product of its own. */
const own = (urls = '') => urls.split(' ')[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? ''

export default defineConfig<Options>({
  testDir: '.',
  // By night alone: see support/devices.ts.
  ...(!process.env.NIGHT && { grepInvert: /@night/ }),
  outputDir: '../../test-results/e2e',
  globalSetup: './support/start-products.ts',
  // One more than the cores of a small machine, as journeys wait. A running product that is given serves one worker.
  workers: SITE_URL ? 1 : 3,
  // No test is repeated: one that passes at the second attempt is a defect.
  retries: 0,
  // A seed of the range takes a minute at most.
  globalTimeout: (30 + Number(process.env.RANGE_SEEDS ?? 0)) * 60_000,
  // A busy machine is slow: the limits end what stands still, and measure nothing.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json', { outputFile: PLAYWRIGHT_JSON_OUTPUT_NAME }]] : 'list',
  use: {
    baseURL: own(SITE_URL),
    mailUrl: own(MAIL_URL),
    contextOptions: { reducedMotion: 'reduce' },
    // A worker would answer for files that a test lets fail; range.spec.ts has browsers of its own.
    serviceWorkers: 'block',
    launchOptions: { executablePath, args: ['--no-sandbox'] },
    screenshot: 'only-on-failure',
    // Without pictures of every moment, which would take most of its time.
    // Snapshots would put a script into every frame, which the frames of mails refuse with an error.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: true },
  },
})
