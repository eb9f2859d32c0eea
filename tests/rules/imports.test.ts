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

/** The features of the site, from the ground up: one imports those before it. */
const webFeatures = [
  ...['contact', 'home', 'sign-in', 'passkeys', 'records', 'announcements', 'history', 'imports', 'schemas', 'trash'],
  ...['activity', 'work', 'mailings', 'lessons', 'attendance', 'setup', 'today', 'roster', 'calendar', 'insights'],
  ...['waivers', 'students', 'inquiries', 'deliverability', 'website', 'people', 'accounts', 'events', 'bookings'],
  ...['sessions', 'palette'],
]

/** The parts of `records` build on each other in one direction: many records, one record, the list. */
const recordParts = ['list', 'record', 'bulk']

test('the app composes the features, ui and lib know none of them; a feature imports features below it', () => {
  const web = code.filter(({ path }) => path.startsWith('web/src/'))
  const featureAt = (room: string) => webFeatures.indexOf(room.slice('features/'.length))
  const partAt = (path: string) => recordParts.indexOf(path.split('/')[4] ?? '')
  const mayImport = (file: string, target: string) => {
    const [room, other] = [roomOf(file), roomOf(target)]
    if (room === other)
      return room !== 'features/records' || partAt(file) < 0 || (partAt(target) >= 0 && partAt(target) <= partAt(file))
    if (mayEnter[room.split('/')[0]!]?.(other)) return true
    return featureAt(other) >= 0 && featureAt(other) < featureAt(room)
  }
  const strays = web.flatMap((file) =>
    targetsOf(file)
      .filter((target) => target.startsWith('web/src/') && !mayImport(file.path, target))
      .map((target) => `${file.path} -> ${target}`),
  )
  expect(web.length).toBeGreaterThan(100)
  expect(strays).toEqual([])
  expect([
    ...new Set(
      web.map(({ path }) => roomOf(path)).filter((room) => room.startsWith('features/') && featureAt(room) < 0),
    ),
  ]).toEqual([])
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
  for (const file of code.filter(({ path }) => /^web\/src\/features\/records\/(list|record|bulk)\//.test(path))) {
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
    ...['visits', 'addresses', 'inquiries', 'mailings', 'search', 'settings', 'reminders', 'delivery', 'replies'],
    ...['inbound', 'deliverability', 'inbox', 'people'],
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
    return (
      targetsOf({ path, imports } as SourceFile)
        .filter((target) => !features.slice(0, at + 1).includes(placeOf(target).feature ?? ''))
        // The ground under all features.
        .filter((target) => !/^services\/[a-z-]+\/src\/context\.ts$/.test(target))
        .map((target) => `${path} -> ${target}`)
    )
  })
  expect(inFeatures.length).toBeGreaterThan(300)
  expect(strays).toEqual([])
})

/** Programs that run beside a service, and use one part of it. */
const besideService = [
  'mail-reader.ts',
  'check-inquiry.ts',
  'calendar-reader.ts',
  'picture-reader.ts',
  'workbook-reader.ts',
]

test.each(['forms', 'admin-tables'])('the programs of %s know a feature by its module alone', (service) => {
  const inService = (path: string) => path.startsWith(`services/${service}/src/`)
  const programs = code.filter(
    ({ path }) => inService(path) && path.split('/').length === 4 && !path.includes('.fixture.'),
  )
  const modules = serviceFeatures[service]!.map((feature) => `services/${service}/src/${feature}/module.ts`)
  const known = programs
    .filter(({ path }) => !besideService.includes(posix.basename(path)))
    .flatMap(targetsOf)
    .filter((target) => inService(target) && target.split('/').length > 4)
    // Readers and renderers are programs, too.
    .filter((target) => !/-(process|renderer)\.ts$/.test(target))
  expect([...new Set(known)].sort()).toEqual(modules.toSorted())
})

test('the styles of the home page are made of every file that draws it', () => {
  const home = 'web/src/features/home'
  const drawing = new Set<string>()
  const follow = (path: string) => {
    if (drawing.has(path)) return
    drawing.add(path)
    for (const target of graph.get(path) ?? []) follow(target)
  }
  for (const start of ['web/src/features/home/hydrate-home.ts', 'web/src/features/home/render/prerender.tsx'])
    follow(start)
  const styles = readFileSync(`${home}/home.css`, 'utf8')
  const read = Array.from(styles.matchAll(/@source "(.+)";/g), ([, pattern]) => {
    const path = posix.join(home, pattern!).replace(/\/$/, '')
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
  const withProse = /^(?:@app\/contracts|\.)\/(?:calls|doc-parts)$/
  expect(users(withProse).length).toBeGreaterThan(30)
  expect(besides(users(withProse), 'packages/contracts/', 'packages/api-reference/', 'tests/')).toEqual([])
  // Each noun's file exports its prose as `docs`. Fixtures are of tests alone.
  const shipped = code.filter(({ path }) => !path.includes('.fixture.'))
  const importing = shipped.filter(({ text }) => /import (?:type )?\{[^}]*\bdocs\b[^}]*\} from/.test(text))
  expect(importing.map(({ path }) => path)).toEqual(['packages/contracts/src/calls.ts'])
})

test('a start rebuilds the pages when a package that they are built from has changed', () => {
  const packagesIn = (folder: string) =>
    code
      .filter(({ path }) => path.startsWith(`${folder}/src/`) && !path.includes('.fixture.'))
      .flatMap(({ imports }) => imports.flatMap((specifier) => /^@app\/([a-z-]+)/.exec(specifier)?.[1] ?? []))
  const found = new Set(['web'])
  for (const folder of found) for (const name of packagesIn(folder)) found.add(`packages/${name}`)
  const build = readFileSync('tools/local-stack/src/web-build.ts', 'utf8')
  const [, watched = ''] = /^const sources = \[(.*)\]$/m.exec(build) ?? []
  expect(watched.split(', ').toSorted()).toEqual([...found, 'bun.lock'].map((one) => `'${one}'`).toSorted())
})
