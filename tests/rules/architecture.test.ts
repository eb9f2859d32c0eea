import { expect, test } from 'vitest'
import { median } from '../support/percentile'
import { sources } from './source'

const code = sources.filter(({ isTest }) => !isTest)

/** What each package may import: downward only. */
const mayImport: Record<string, string[]> = {
  'packages/contracts': [],
  'packages/school-time': [],
  'packages/table-schema': ['contracts', 'school-time'],
  'packages/record-query': ['contracts', 'school-time', 'mongo', 'table-schema'],
  'packages/rich-text': [],
  'packages/uploads': ['contracts'],
  'packages/pictures': ['contracts'],
  'packages/config': ['concurrency', 'contracts'],
  'packages/api-reference': ['contracts'],
  'packages/concurrency': [],
  'packages/audit': ['concurrency', 'contracts', 'mongo', 'telemetry'],
  'packages/jobs': ['audit', 'concurrency', 'contracts', 'mongo', 'service'],
  'packages/files': ['contracts', 'mongo'],
  'tools/backup': ['audit', 'concurrency', 'config', 'contracts', 'files', 'mongo'],
  'packages/telemetry': ['concurrency', 'contracts'],
  'packages/reader': [],
  'packages/redis': ['config', 'contracts'],
  'packages/service': ['concurrency', 'config', 'contracts', 'reader', 'redis', 'session', 'telemetry'],
  'packages/mongo': ['concurrency', 'contracts', 'school-time', 'telemetry'],
  'packages/session': ['concurrency', 'contracts', 'mongo'],
  'packages/mail': ['concurrency', 'config', 'contracts', 'redis', 'school-time', 'telemetry'],
  'tools/mail-box': ['config', 'contracts', 'mail'],
  'tools/identity-provider': ['config', 'contracts'],
  'tools/installer': [],
  'tools/secrets': ['installer'],
  'tools/containers': ['installer', 'secrets'],
  // The packages of services export their variables alone.
  'tools/local-stack': ['admin-tables', 'auth', 'forms', 'installer', 'secrets'],
  // `make check-production` reads the schemas that the services start with, and nothing else of them.
  'tools/commands': [
    ...['admin-tables', 'auth', 'forms'],
    ...['backup', 'config', 'containers', 'contracts', 'installer', 'local-stack', 'mail', 'secrets'],
  ],
  'services/auth': ['audit', 'concurrency', 'config', 'contracts', 'mail', 'mongo', 'service', 'session', 'telemetry'],
  'services/forms': [
    'audit',
    'concurrency',
    'config',
    'contracts',
    'files',
    'jobs',
    'mail',
    'mongo',
    'reader',
    'record-query',
    'redis',
    'rich-text',
    'school-time',
    'service',
    'session',
    'table-schema',
    'telemetry',
    'uploads',
  ],
  'services/admin-tables': [
    'api-reference',
    'audit',
    'concurrency',
    'config',
    'contracts',
    'files',
    'jobs',
    'mongo',
    'pictures',
    'reader',
    'school-time',
    'record-query',
    'redis',
    'rich-text',
    'service',
    'session',
    'table-schema',
    'telemetry',
    'uploads',
  ],
  web: ['contracts', 'school-time', 'table-schema'],
}
const partOf = (path: string) => Object.keys(mayImport).find((part) => path.startsWith(`${part}/`))
const ourPackage = (specifier: string) => /^@app\/([^/]+)/.exec(specifier)?.[1]

const offenders = (holds: (file: (typeof code)[number]) => boolean) =>
  code.filter((file) => !holds(file)).map(({ path }) => path)

test('packages and services import downward only', () => {
  expect(
    offenders(({ path, imports }) => {
      const part = partOf(path)
      if (!part) return true
      const allowed = new Set(mayImport[part])
      return imports.every((specifier) => {
        const name = ourPackage(specifier)
        return name === undefined || allowed.has(name)
      })
    }),
  ).toEqual([])
})

/** Libraries that only some places may import. */
const keptTo: [string, RegExp][] = [
  // Routes, jobs and programs reach the database through stores.
  ['mongoose', /^packages\/(mongo|session)\/|^services\/(auth|forms)\/src\/[a-z-]+\/(?!.*(routes|-job|module)\.ts$)/],
  [
    'mongodb',
    /^packages\/(files|mongo|record-query|session|audit|jobs)\/|^tools\/(local-stack|backup)\/|^services\/[a-z-]+\/src\/[a-z-]+\/(?!.*(routes|-job|module)\.ts$)|\.fixture\.ts$/,
  ],
  // Only a restore writes past the validation.
  ['mongodb/lib/cmap/commands', /^tools\/backup\/src\/raw-documents\.ts$/],
  ['bullmq', /^packages\/mail\//],
  ['ioredis', /^packages\/redis\//],
  ['rate-limiter-flexible', /^packages\/service\//],
  ['openid-client', /^services\/auth\//],
  ['nodemailer', /^packages\/mail\//],
  ['prom-client', /^packages\/telemetry\//],
  ['@opentelemetry/api', /^packages\/telemetry\//],
  ['@elysiajs/jwt', /^packages\/session\//],
]
test.each(keptTo)('%s is imported only where it belongs', (library, places) => {
  expect(offenders(({ path, imports }) => places.test(path) || !imports.includes(library))).toEqual([])
})

test('the web calls the API from one file, whose first calls another begins, and asks for files of the program from one', () => {
  // The service worker has no API: it passes on requests of pages and keeps files.
  const pages = code.filter(({ path }) => path.startsWith('web/src/') && !path.startsWith('web/src/worker/'))
  const callers = pages.filter(({ text }) => /\bfetch\(/.test(text))
  const expected = ['api', 'early-answers', 'reloading-import'].map((name) => `web/src/lib/${name}.ts`)
  expect(callers.map(({ path }) => path)).toEqual(expected)
})

test('no path of the API is written by hand in the web, apart from words for calls and the first requests', () => {
  // The addresses of staff-start.ts are compared with those of the calls in its test.
  const written = ['web/src/features/activity/refused-call.ts', 'web/src/app/staff-start.ts']
  const isFree = ({ path, text }: (typeof code)[number]) =>
    !path.startsWith('web/src/') ||
    /web\/src\/testing\/|\.fixture\./.test(path) ||
    written.includes(path) ||
    !/['"`]\/api\//.test(text)
  expect(offenders(isFree)).toEqual([])
})

test('no query of the web waits for another one, whose cancellation would leave it loading forever', () => {
  const waits = /queryFn[^\n]*\bclient\b|\bclient\b[^\n]*queryFn/
  expect('queryFn: async ({ client }) => client.fetchQuery(other)').toMatch(waits)
  expect(offenders(({ path, text }) => !path.startsWith('web/src/') || !waits.test(text))).toEqual([])
})

test('only start files read the environment', () => {
  const starts =
    /^(services\/[a-z-]+\/src\/(index|worker|check-inquiry)\.ts|tools\/(mail-box|identity-provider)\/src\/index\.ts|tools\/local-stack\/src\/index\.ts|tools\/commands\/src\/cli\.ts|tools\/secrets\/src\/development\.ts|tools\/(backup|installer)\/src\/cli\.ts|tools\/backup\/src\/cli-settings\.ts|nginx\/(render-for-image|nginx-harness)\.ts|web\/vite\.config\.ts|packages\/mongo\/src\/test-database\.fixture\.ts)$/
  expect(
    offenders(
      ({ path, text }) =>
        starts.test(path) || !/process\.env|Bun\.env|import\.meta\.env\b(?!\.(DEV|PROD|SSR))/.test(text),
    ),
  ).toEqual([])
})

test('files stay small: none over 300 lines, half of them under 80', () => {
  expect(offenders(({ lines }) => lines <= 300)).toEqual([])
  expect(median(code.map(({ lines }) => lines))).toBeLessThan(80)
})

test('comments say the thing itself: few begin with what, who, whether or how', () => {
  const indirect = /^\s*(?:\/\/|\/?\*+)\s+(?:What|Who|Whether|How)\b.*/gm
  const found = code
    .filter(({ path }) => !path.includes('fixture'))
    .flatMap(({ path, text }) => Array.from(text.matchAll(indirect), ([comment]) => `${path}: ${comment.trim()}`))
  if (found.length > 50) expect(found).toEqual([])
})

test('file names say what the file is about', () => {
  expect(offenders(({ path }) => !/(^|\/)(utils|helpers|common|misc|manager)(\.|\/)/.test(path))).toEqual([])
  expect(offenders(({ path }) => /^[a-z0-9.-]+\.tsx?$/.test(path.split('/').at(-1)!))).toEqual([])
})

test('security-relevant randomness comes from the system', () => {
  expect(offenders(({ path, text }) => path.startsWith('web/') || !/Math\.random\(/.test(text))).toEqual([])
})

test('no test is skipped or focused', () => {
  const marked = sources.filter(
    ({ path, text }) => path !== 'tests/rules/architecture.test.ts' && /\b(test|describe|it)\.(only|todo)\b/.test(text),
  )
  expect(marked.map(({ path }) => path)).toEqual([])
})
