import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from './source'

const texts = new Map(sources.map(({ path, text }) => [path, text]))
/** Imports that load their module at once: no types, and none inside of a function. */
const loading = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm

function fileOf(from: string, specifier: string): string | undefined {
  const [, name, part = 'index'] = /^@app\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
  const base = name ? `packages/${name}/src/${part}` : posix.join(posix.dirname(from), specifier)
  return [`${base}.ts`, `${base}/index.ts`].find((path) => texts.has(path))
}

/** The packages that start files load, by themselves or by what they import. */
function loadedBy(starts: readonly string[]): Set<string> {
  const packages = new Set<string>()
  const files = new Set(starts)
  for (const file of files)
    for (const [, specifier = ''] of texts.get(file)!.matchAll(loading)) {
      const target = fileOf(file, specifier)
      if (target) files.add(target)
      else packages.add(specifier)
    }
  return packages
}

const forms = 'services/forms/src'
/** The worker begins what sends and what receives mail by imports of its own. */
const worker = ['worker', 'delivery/start-delivery', 'inbound/start-inbound'].map((name) => `${forms}/${name}.ts`)

/** What few requests need, and takes megabytes of each replica. */
test.each([
  [['services/auth/src/index.ts'], ['@simplewebauthn/server', 'nodemailer', 'file-type'], 'openid-client'],
  [['services/forms/src/index.ts'], ['nodemailer', 'file-type'], 'bullmq'],
  // What strangers sent is parsed by `mail-reader`, a process of its own.
  [worker, ['postal-mime', 'email-reply-parser', 'sanitize-html', 'file-type'], 'nodemailer'],
  [['services/admin-tables/src/index.ts'], ['nodemailer', 'file-type'], 'sanitize-html'],
])('%s does not load %s', (starts, rare, needed) => {
  const loaded = loadedBy(starts)
  expect(loaded).toContain(needed)
  expect(rare.filter((name) => loaded.has(name))).toEqual([])
})
