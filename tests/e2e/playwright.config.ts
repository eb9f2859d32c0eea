import { defineConfig } from '@playwright/test'
import type { Options } from './support/test'

const { CHROMIUM = '/usr/bin/chromium', PLAYWRIGHT_JSON_OUTPUT_NAME, SITE_URL, MAIL_URL = '' } = process.env
const screens = /screens\.spec\.ts$/

export default defineConfig<Options>({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  globalSetup: './support/start-product.ts',
  // Screens answer their own calls, so they run beside the journeys, which share one product and its records.
  workers: 2,
  projects: [
    { name: 'journeys', testIgnore: screens, workers: 1 },
    { name: 'screens', testMatch: screens, workers: 1 },
  ],
  // No test is repeated: one that passes at the second attempt is a defect.
  retries: 0,
  globalTimeout: 30 * 60_000,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json', { outputFile: PLAYWRIGHT_JSON_OUTPUT_NAME }]] : 'list',
  use: {
    baseURL: SITE_URL,
    mailUrl: MAIL_URL,
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: CHROMIUM, args: ['--no-sandbox'] },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
