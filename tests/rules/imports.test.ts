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

/** The features that show records build on each other, in one direction: many records, one record, the list. */
const features: Record<string, readonly string[]> = {
  'features/bulk': ['features/record', 'features/list'],
  'features/record': ['features/list'],
}

test('the app composes the features, ui and lib know none of them; of the features only bulk and record import others', () => {
  const web = code.filter(({ path }) => path.startsWith('web/src/'))
  const strays = web.flatMap((file) => {
    const room = roomOf(file.path)
    const byKind = mayEnter[room.split('/')[0]!] ?? (() => false)
    const allowed = (other: string) => byKind(other) || !!features[room]?.includes(other)
    return targetsOf(file)
      .filter((target) => target.startsWith('web/src/') && roomOf(target) !== room && !allowed(roomOf(target)))
      .map((target) => `${file.path} -> ${target}`)
  })
  expect(web.length).toBeGreaterThan(100)
  expect(strays).toEqual([])
})

test('lib holds nothing that belongs to one room', () => {
  const users = new Map<string, Set<string>>()
  for (const file of code.filter(({ path }) => path.startsWith('web/src/')))
    for (const target of targetsOf(file)) {
      if (target.startsWith('web/src/lib/')) users.set(target, (users.get(target) ?? new Set()).add(roomOf(file.path)))
    }
  expect(users.size).toBeGreaterThan(20)
  expect([...users].filter(([, rooms]) => rooms.size < 2).map(([path, rooms]) => `${path}: ${[...rooms]}`)).toEqual([])
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

test('no two folders of the list, the record and the bulk actions import each other', () => {
  const folders = new Map<string, Set<string>>()
  for (const file of code.filter(({ path }) => /^web\/src\/features\/(list|record|bulk)\//.test(path))) {
    const folder = posix.dirname(file.path)
    const others = folders.get(folder) ?? new Set()
    for (const target of targetsOf(file)) if (posix.dirname(target) !== folder) others.add(posix.dirname(target))
    folders.set(folder, others)
  }
  const pairs = [...folders].flatMap(([folder, others]) =>
    [...others]
      .filter((other) => folder < other && folders.get(other)?.has(folder))
      .map((other) => `${folder} <-> ${other}`),
  )
  expect(folders.size).toBeGreaterThan(10)
  expect(pairs).toEqual([])
})

const graph = new Map(code.map((file) => [file.path, targetsOf(file)]))

test('no file imports itself by way of others, not even a type', () => {
  expect(cyclesIn(graph)).toEqual([])
})

/** The features of each service, from the ground up: one imports those before it. */
const serviceFeatures: Readonly<Record<string, readonly string[]>> = {
  auth: ['people', 'sessions', 'codes', 'google', 'passkeys', 'accounts'],
  forms: [
    ...['addresses', 'inquiries', 'mailings', 'search', 'reminders', 'delivery', 'settings', 'replies', 'inbound'],
    ...['deliverability', 'inbox', 'people', 'visits'],
  ],
  'admin-tables': [
    ...['tables', 'files', 'seed', 'views', 'migrations', 'records', 'events', 'history', 'imports', 'lessons'],
    ...['schemas', 'waivers', 'bookings', 'calendar', 'insights', 'website', 'people', 'setup'],
  ],
}

test('a feature of a service imports features below it and no program', () => {
  const placeOf = (path: string) => {
    const [, service = '', feature] = /^services\/([a-z-]+)\/src\/(?:([a-z-]+)\/)?/.exec(path) ?? []
    return { features: serviceFeatures[service] ?? [], feature }
  }
  const inFeatures = code.filter(({ path }) => placeOf(path).feature && !path.endsWith('.fixture.ts'))
  const strays = inFeatures.flatMap(({ path, imports }) => {
    const { features, feature = '' } = placeOf(path)
    const at = features.indexOf(feature)
    if (at < 0) return [`${path} is in no feature`]
    return targetsOf({ path, imports } as SourceFile)
      .filter((target) => !features.slice(0, at + 1).includes(placeOf(target).feature ?? ''))
      .map((target) => `${path} -> ${target}`)
  })
  expect(inFeatures.length).toBeGreaterThan(300)
  expect(strays).toEqual([])
})

test('the styles of the home page are made of every file that draws it', () => {
  const drawing = new Set<string>()
  const follow = (path: string) => {
    if (drawing.has(path)) return
    drawing.add(path)
    for (const target of graph.get(path) ?? []) follow(target)
  }
  for (const start of ['web/src/hydrate-home.ts', 'web/src/app/prerender.tsx']) follow(start)
  const styles = readFileSync('web/src/app/home.css', 'utf8')
  const read = Array.from(styles.matchAll(/@source "(.+)";/g), ([, pattern]) => {
    const path = posix.join('web/src/app', pattern!)
    return new Bun.Glob(path.endsWith('.tsx') ? path : `${path}/**`)
  })
  const components = [...drawing].filter((path) => path.endsWith('.tsx'))
  expect(components.length).toBeGreaterThan(20)
  expect(components.filter((path) => !read.some((glob) => glob.match(path)))).toEqual([])
})

test('routes are calls: services add them by serve alone, and prose stays out of services and the site', () => {
  const users = (name: RegExp) =>
    code.filter(({ imports }) => imports.some((specifier) => name.test(specifier))).map(({ path }) => path)
  const besides = (paths: string[], ...rooms: string[]) =>
    paths.filter((path) => !rooms.some((room) => path.startsWith(room)))
  expect(besides(users(/^elysia$/), 'packages/service/', 'packages/telemetry/', 'tools/', 'tests/')).toEqual([])
  expect(besides(users(/\.doc$|call-docs$/), 'packages/contracts/', 'packages/api-reference/', 'tests/')).toEqual([])
})
