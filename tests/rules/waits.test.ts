import { expect, test } from 'vitest'
import { sources } from './source'

/**
 * Tests that wait for a time, by file: how often, and why no state can be asked for. A machine that is busy is slower than any time, so
 * others poll (`expect.poll`, `until`), and prove that nothing happened by something later that did.
 */
const allowed: Record<string, readonly [number, string]> = {
  // What does the waiting for the others.
  'tests/support/until.ts': [2, 'the pause between two looks, and the limit'],
  'tests/runner/command.ts': [2, 'the limit of a command'],
  'tests/runner/end-descendants.ts': [1, 'the pause between two looks'],
  'tests/faults/until-none-left.ts': [1, 'the pause between two looks'],
  'tests/compose/visitor.ts': [1, 'the pause between two looks'],
  'tests/compose/followed-logs.ts': [1, 'the pause between two looks'],
  'packages/mongo/src/test-database.fixture.ts': [1, 'the limit of a connection'],
  'packages/service/src/app.test.ts': [1, 'the pause between two looks'],
  'tests/support/replica.ts': [1, 'the limit of a stop'],
  'tests/integration/refuses-to-start.test.ts': [1, 'the limit of a start'],
  'tests/faults/fault-proxy.test.ts': [4, 'what the proxy delays is sent piece by piece; the limit of a stop'],
  'tests/support/fault-proxy.ts': [1, 'it delays what it passes on'],
  'tests/support/scrape.ts': [1, 'Nginx keeps figures for a second'],

  // Faults, clients and programs that take their time.
  'tests/faults/nemesis.ts': [1, 'a fault lasts'],
  'tests/faults/clients.ts': [1, 'clients send at a rate'],
  'tests/faults/kept-process.ts': [1, 'the pause before another start'],
  'tests/faults/kept-process.test.ts': [3, 'processes that start and stop slowly'],
  'tests/faults/slow/database.test.ts': [6, 'a fault lasts'],
  'tests/faults/slow/delivery.test.ts': [2, 'a fault lasts'],
  'tests/faults/slow/outage.test.ts': [1, 'a fault lasts'],
  'tests/faults/slow/queue.test.ts': [1, 'a fault lasts'],
  'tests/faults/slow/services.test.ts': [1, 'a fault lasts'],
  'tests/faults/slow/surroundings.test.ts': [2, 'a fault lasts'],
  'tests/faults/inbound/mail-servers.ts': [1, 'a server that answers slowly'],
  'tests/replica-set/primary.test.ts': [6, 'a fault lasts'],
  'tests/replica-set/redis.test.ts': [1, 'a fault lasts'],
  'tests/compose/load.ts': [2, 'clients send at a rate'],
  'tests/compose/journey.test.ts': [1, 'a visitor asks at a rate that limits allow'],
  'tests/compose/scaling.test.ts': [2, 'a replica that comes and goes'],
  'tests/compose/update.test.ts': [1, 'an update under way'],
  'tests/support/actors.ts': [1, 'people act at a rate'],
  'tests/support/posting-server.ts': [1, 'a request takes a while'],
  'tests/integration/shutdown.slow.test.ts': [1, 'the limit of a connection'],
  'tests/integration/redis-sentinel.nightly.test.ts': [1, 'inquiries come at a rate'],
  'tests/integration/inbound.test.ts': [1, 'inquiries come at a rate, until forms were read again'],
  'tests/integration/restore-killed.nightly.test.ts': [1, 'a kill at a moment of a run'],
  'tests/integration/auth-sessions.test.ts': [
    2,
    'what `make rotate-keys` gives services to read a key; clients send at a rate',
  ],
  'tests/web-quality/web-server.ts': [1, 'a network that is slow'],
  'packages/concurrency/src/run-loop.test.ts': [1, 'a round that takes a while'],
  'packages/service/src/run-process.test.ts': [1, 'requests that take different times'],
  'packages/redis/src/connect.test.ts': [1, 'a Sentinel whose answer comes after its report'],
  'tools/backup/src/carry-over.store.test.ts': [1, 'a rename that takes a while'],
  'tools/backup/src/archive.test.ts': [1, 'a reader that is slow'],
  'tools/local-stack/src/clean-up-on-signal.test.ts': [1, 'a clean-up that takes a while'],
  'tools/commands/src/follow-files.test.ts': [1, 'the pause between two looks'],
  'packages/jobs/src/job-runner.store.test.ts': [1, 'longer than a lease of a process that was held up'],
  'services/forms/src/inquiries/combine-calls.in-groups.test.ts': [1, 'work that takes a while, beside other work'],
  'services/auth/src/app.fixture.ts': [1, 'a provider that takes a while'],

  // Browsers, and what must not happen before a pause of the product is over.
  'nginx/large-bodies.test.ts': [1, 'that Nginx waits for a body shows by nothing'],
  'tests/e2e/support/hostile-page.ts': [1, 'a script that must not run shows by nothing'],
  'tests/e2e/tables-attacks.spec.ts': [1, 'a turn of the browser'],
  'tests/e2e/site-news.spec.ts': [1, 'a turn of the browser'],
  'tests/e2e/tables.spec.ts': [1, 'a turn of the browser'],
  'web/src/features/home/site-content.test.tsx': [1, 'stands for the idle time of a browser'],
  'web/src/features/home/next-lessons.test.tsx': [1, 'what must not be shown shows by nothing'],
  'web/src/features/sign-in/callback-page.test.tsx': [1, 'longer than another window is awaited'],
  'web/src/features/website/website-page.test.tsx': [1, 'longer than the pause before a save'],
  'web/src/features/records/record/form/record-form.test.tsx': [1, 'a turn of the browser'],
  'web/src/features/records/list/grid/table-grid.test.tsx': [1, 'a turn of the browser'],
}

/** Not the limit of a test or a socket, nor the next turn. */
const wait = /(?<![.\w])setTimeout\(|\bBun\.sleep\((?!0\))|\bwaitForTimeout\(/g

const own = 'tests/rules/waits.test.ts'
/** Measurements last for a time. */
const isMeasurement = (path: string) => path.startsWith('tests/load/')
const tests = sources.filter(
  ({ path, isTest }) => (isTest || path.includes('.fixture.')) && path !== own && !isMeasurement(path),
)

test('a test that waits for a time says here why', () => {
  const found = Object.fromEntries(
    tests.map(({ path, text }) => [path, text.match(wait)?.length ?? 0] as const).filter(([, count]) => count > 0),
  )
  expect(found).toEqual(Object.fromEntries(Object.entries(allowed).map(([path, [count]]) => [path, count])))
})

test('waits are found; limits and turns are none', () => {
  const waits = ['await Bun.sleep(50)', 'setTimeout(done, 5)', 'page.waitForTimeout(9)']
  const others = ['Bun.sleep(0)', 'test.setTimeout(9)', 'socket.setTimeout(9)', 'clearTimeout(a)']
  expect(waits.join('\n').match(wait)).toHaveLength(3)
  expect(others.join('\n').match(wait)).toBeNull()
})
