import { posix } from 'node:path'
import { expect, test } from 'vitest'
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

test('no file imports itself by way of others', () => {
  const graph = new Map(code.map((file) => [file.path, targetsOf(file)]))
  expect(cyclesIn(graph)).toEqual([])
})

test('the search for cycles finds one', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', []],
    ['d', ['b']],
  ])
  expect(cyclesIn(graph)).toEqual(['b -> d -> b'])
})

/** Depth first; each cycle is reported where the walk closes it. */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const finished = new Set<string>()
  const found: string[] = []
  function visit(path: string, trail: readonly string[]) {
    const at = trail.indexOf(path)
    if (at >= 0) found.push([...trail.slice(at), path].join(' -> '))
    if (at >= 0 || finished.has(path)) return
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path])
    finished.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return found
}
