import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { callDocs } from '@app/contracts/calls'
import { expect, test } from 'vitest'
import { bodySizes } from '../../nginx/render'
import type { ComposeFile } from '../compose/rules'

// Sizes that stand in two places, as nginx and Kubernetes cannot read ours: changed in one alone, a test here fails.

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const units: Record<string, number> = { '': 1, k: 1_024, m: 1_024 ** 2, Mi: 1_024 ** 2, g: 1_024 ** 3 }
const bytes = (text: string) => {
  const [, count, unit = ''] = /^(\d+)(k|m|Mi|g)?$/.exec(text)!
  return Number(count) * units[unit]!
}

type Location = { kind: string; pattern: string; text: string }
/** Those inside of the one for the API. */
const template = read('nginx/nginx.conf.template')
const edge = template.replace(/\$\{(\w+_BODY)\}/g, (_, name: keyof typeof bodySizes) => bodySizes[name])
const locations: Location[] = edge
  .split('location ^~ /api/ {')[1]!
  .split(/^ {4}location \/ \{/m)[0]!
  .split(/^\s*(?=location )/m)
  .slice(1)
  .flatMap((text) => {
    const [, kind = '', pattern = ''] = /^location (?:(=|~|\^~) )?(\S+) \{/.exec(text) ?? []
    return pattern ? [{ kind, pattern, text }] : []
  })

/** The place of nginx that takes a path, found as nginx does. */
function locationOf(path: string): Location | undefined {
  const exact = locations.find(({ kind, pattern }) => kind === '=' && pattern === path)
  const prefixes = locations
    .filter(({ kind, pattern }) => (kind === '' || kind === '^~') && path.startsWith(pattern))
    .toSorted((a, b) => b.pattern.length - a.pattern.length)
  if (exact || prefixes[0]?.kind === '^~') return exact ?? prefixes[0]
  return locations.find(({ kind, pattern }) => kind === '~' && new RegExp(pattern).test(path)) ?? prefixes[0]
}
const maxBodyOf = (path: string) => {
  const [, size] = /client_max_body_size (\w+);/.exec(locationOf(path)?.text ?? '') ?? []
  return size === undefined ? undefined : bytes(size)
}

const sized = callDocs.filter(({ call }) => call.body?.maxBytes !== undefined)

test.each(sized.map((doc) => [doc.call.id, doc] as const))(
  'the edge takes as much for %s as the service does, and hardly more',
  (_, { call }) => {
    const { maxBytes } = call.body!
    const taken = maxBodyOf(call.path.replaceAll(/:\w+/g, 'x'))
    expect(taken).toBeGreaterThanOrEqual(maxBytes!)
    expect(taken).toBeLessThan(maxBytes! * 1.02)
  },
)

test.each(
  sized.filter(({ call }) => call.body?.type === 'multipart/form-data').map((doc) => [doc.call.id, doc] as const),
)('the reference says how large a file of %s may be', (_, doc) => {
  const size = Math.floor(doc.call.body!.maxBytes! / units['m']!)
  expect(JSON.stringify(doc)).toContain(`up to ${size} MB`)
})

test('the ingress of Kubernetes passes the largest body that nginx takes', () => {
  const [, size = ''] = /proxy-body-size: (\w+)/.exec(read('deploy/kubernetes/components/ingress/ingress.yaml')) ?? []
  const largest = Math.max(...Object.values(bodySizes).map(bytes))
  expect(bytes(size) / units['m']!).toBe(Math.ceil(largest / units['m']!))
})

test('no document says in its own words how large an import may be', () => {
  const files = [
    'docs/security/reference.md',
    'docs/security/asvs.tsv',
    'deploy/kubernetes/components/ingress/ingress.yaml',
  ]
  for (const file of files)
    expect([file, /\b(imports?|upload) (of|is) \d+ ?MB|imports \d+ ?MB/.test(read(file))]).toEqual([file, false])
})

test('nginx has room for the bodies that it takes at once, and for the pages and pictures that it keeps', () => {
  const { services } = Bun.YAML.parse(read('docker-compose.yml')) as ComposeFile
  const [, room = ''] = /size=(\w+)/.exec(String(services['nginx']?.tmpfs)) ?? []
  const atOnce = (zone: string) => Number(new RegExp(`limit_conn ${zone} (\\d+);`).exec(template)![1])
  const kept = Array.from(template.matchAll(/max_size=(\w+)/g), ([, size]) => bytes(size!))
  expect(kept).toHaveLength(2)
  const needed =
    atOnce('import_bodies') * Math.max(bytes(bodySizes.IMPORT_BODY), bytes(bodySizes.PICTURE_BODY)) +
    atOnce('upload_bodies') * bytes(bodySizes.UPLOAD_BODY) +
    kept.reduce((sum, size) => sum + size, 0)
  expect(bytes(room), '`tmpfs` of nginx in docker-compose.yml').toBeGreaterThan(needed)
})

test('each container has the same room for temporary files under Compose and Kubernetes', () => {
  const { services } = Bun.YAML.parse(read('docker-compose.yml')) as ComposeFile
  const pairs = {
    nginx: 'nginx',
    auth: 'auth',
    forms: 'forms',
    'admin-tables': 'admin-tables',
    'email-worker': 'email-worker',
  }
  const sizes = Object.entries(pairs).map(([service, manifest]) => {
    const [, compose = ''] = /size=(\w+)/.exec(String(services[service]?.tmpfs)) ?? []
    const [, kubernetes = ''] =
      /medium: Memory, sizeLimit: (\w+)/.exec(read(`deploy/kubernetes/base/${manifest}.yaml`)) ?? []
    return [service, bytes(compose), bytes(kubernetes)] as const
  })
  for (const [service, compose, kubernetes] of sizes) expect([service, kubernetes]).toEqual([service, compose])
})
