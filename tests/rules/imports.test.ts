import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { cyclesIn } from './find-cycles'
import { type SourceFile, sources } from './source'

const paths = new Set(sources.map(({ path }) => path))
const code = sources.filter(({ path, isTest }) => !isTest && !path.endsWith('.fixture.tsx'))

/** The file that a relative import or an alias of the web (`#ui/button`) leads to; undefined for packages and assets. */
function targetOf(from: string, specifier: string): string | undefined {
  const base = specifier.startsWith('#')
    ? `web/src/${specifier.slice(1)}`
    : /^\.\.?\//.test(specifier) && posix.join(posix.dirname(from), specifier)
  if (!base) return undefined
  return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((path) => paths.has(path))
}

const targetsOf = ({ path, imports }: SourceFile) => imports.flatMap((specifier) => targetOf(path, specifier) ?? [])

/** `web/src/ui/button.tsx` -> `ui`; `web/src/features/home/hero.tsx` -> `features/home`; the start files -> `start`. */
const roomOf = (path: string) => /^web\/src\/(features\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? 'start'

const mayEnter: Record<string, (room: string) => boolean> = {
  start: () => true,
  app: () => true,
  testing: (room) => room === 'lib',
  features: (room) => ['ui', 'lib', 'content'].includes(room),
  ui: (room) => room === 'lib',
  lib: () => false,
  content: (room) => room === 'lib',
}

test('the app composes the features, no feature imports another, ui and lib know none of them', () => {
  const web = code.filter(({ path }) => path.startsWith('web/src/'))
  const strays = web.flatMap((file) => {
    const room = roomOf(file.path)
    const allowed = mayEnter[room.split('/')[0]!] ?? (() => false)
    return targetsOf(file)
      .filter((target) => target.startsWith('web/src/') && roomOf(target) !== room && !allowed(roomOf(target)))
      .map((target) => `${file.path} -> ${target}`)
  })
  expect(web.length).toBeGreaterThan(100)
  expect(strays).toEqual([])
})

test('an import that leaves its room goes by an alias, never by climbing', () => {
  const climbs = sources
    .filter(({ path }) => path.startsWith('web/src/'))
    .flatMap(({ path, imports }) =>
      imports
        .filter((specifier) => specifier.startsWith('../'))
        .filter((specifier) => roomOf(posix.join(posix.dirname(path), specifier, 'x')) !== roomOf(path))
        .map((specifier) => `${path}: ${specifier}`),
    )
  expect(climbs).toEqual([])
})

const graph = new Map(code.map((file) => [file.path, targetsOf(file)]))

test('no file imports itself by way of others, not even a type', () => {
  expect(cyclesIn(graph)).toEqual([])
})

/** The folders of a service that a folder of it may not import. */
const above: Record<string, readonly string[]> = {
  models: ['actions', 'imports', 'migrations', 'routes', 'shape', 'uploads', 'writes'],
  writes: ['actions', 'imports', 'routes', 'shape'],
  imports: ['actions', 'routes', 'shape'],
  actions: ['routes'],
}

test('the folders of a service import downward: routes, actions, writes, models', () => {
  const folderOf = (path: string) => /^services\/([a-z-]+\/src\/[a-z]+)\//.exec(path)?.[1]?.split('/src/')
  const upward = code.flatMap((file) => {
    const [service, folder = ''] = folderOf(file.path) ?? []
    if (!service || file.path.endsWith('.fixture.ts')) return []
    return targetsOf(file)
      .filter((target) => above[folder]?.includes(folderOf(target)?.[1] ?? ''))
      .map((target) => `${file.path} -> ${target}`)
  })
  expect(upward).toEqual([])
})

test('the styles of the home page are made of every file that draws it', () => {
  const drawing = new Set<string>()
  const follow = (path: string) => {
    if (drawing.has(path)) return
    drawing.add(path)
    for (const target of graph.get(path) ?? []) follow(target)
  }
  for (const start of ['web/src/wake-home.ts', 'web/src/app/prerender.tsx']) follow(start)
  const styles = readFileSync('web/src/app/home.css', 'utf8')
  const read = Array.from(styles.matchAll(/@source "(.+)";/g), ([, pattern]) => {
    const path = posix.join('web/src/app', pattern!)
    return new Bun.Glob(path.endsWith('.tsx') ? path : `${path}/**`)
  })
  const components = [...drawing].filter((path) => path.endsWith('.tsx'))
  expect(components.length).toBeGreaterThan(20)
  expect(components.filter((path) => !read.some((glob) => glob.match(path)))).toEqual([])
})
