import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const program = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'))
/** On a busy machine Chromium sometimes reports no trace of a visit. */
const attempts = 3
const { CHROMIUM = '/usr/bin/chromium' } = process.env

type Report = {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue: number; details?: { items: Row[] } }>
}
type Row = { url: string; transferSize: number; networkRequestTime: number; observedLoad: number }

/** Without a sign of a visitor the page hydrates itself later than this after the load event. */
const firstViewMs = 2_000

export type Visit = ReturnType<typeof read>

function read({ categories, audits }: Report) {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const rows = (name: string) => audits[name]?.details?.items ?? []
  const loadedAt = rows('metrics')[0]?.observedLoad ?? 0
  const value = (name: string) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    /** Of the first view. */
    requests: rows('network-requests').filter(({ networkRequestTime: at }) => at < loadedAt + firstViewMs),
    allRequests: rows('network-requests'),
  }
}

/** One visit of Lighthouse's mobile profile: slow CPU and slow network. */
export async function visit(url: string, folder: string, left = attempts): Promise<Visit> {
  const file = join(folder, 'lighthouse.json')
  const flags = ['--quiet', '--output=json', `--output-path=${file}`, '--chrome-flags=--headless=new --no-sandbox']
  const env = { ...process.env, CHROME_PATH: CHROMIUM }
  try {
    await run(process.execPath, ['--bun', program, url, ...flags], { env, timeout: 120_000 })
    return read(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (left <= 1) throw error
    return visit(url, folder, left - 1)
  }
}
