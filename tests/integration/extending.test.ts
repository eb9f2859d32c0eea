import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { minutes } from '@app/contracts/durations'
import { afterAll, expect, test } from 'vitest'
import { everyCase, nightlyTest } from '../support/cases'
import { copyOfCheckout, root } from '../support/copy-of-checkout'
import { startMongoWithUsers } from '../support/mongo-with-users'

const guide = readFileSync(join(root, 'docs/extending.md'), 'utf8')
const step =
  /^Create `(?<created>[^`]+)`:\n\n```\w+\n(?<content>[\s\S]*?)```$|^In `(?<extended>[^`]+)`, add after `(?<after>[^`]+)`:\n\n```\w+\n(?<added>[\s\S]*?)```$|^In `(?<changed>[^`]+)`, replace `(?<from>[^`]+)` by `(?<to>[^`]+)`\.$/gm

let copy: string | undefined
const server = everyCase ? await startMongoWithUsers() : undefined
afterAll(async () => {
  await server?.stop()
  if (copy) rmSync(copy, { recursive: true, force: true })
})

/** What a program printed if it failed, else nothing. */
function failureOf(folder: string, args: readonly string[], variables = {}): string {
  // The servers of store tests are those of this checkout.
  const { TOOLS_DIR = join(root, '.data', 'tools') } = process.env
  const env = { ...process.env, TOOLS_DIR, ...variables }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
  return status === 0 ? '' : `${args.join(' ')}\n${stdout}${stderr}`
}

const storeTest = ['--bun', 'x', 'vitest', 'run', '--project', 'store', 'services/admin-tables/src/tournaments']

test(
  'each step of the guide for extending the product fits the code',
  () => {
    const written = new Map<string, string>()
    const change = (file: string, work: (text: string) => string) =>
      written.set(file, work(written.get(file) ?? readFileSync(join(root, file), 'utf8')))
    const once = (text: string, part: string, file: string) =>
      expect(text.split(part).length - 1, `docs/extending.md names this text of ${file}: ${part}`).toBe(1)

    const steps = [...guide.matchAll(step)]
    expect(steps.length).toBe(guide.match(/^(Create|In) `/gm)?.length)
    for (const { groups = {} } of steps) {
      const { created, content = '', extended, after = '', added = '', changed, from = '', to = '' } = groups
      if (created) written.set(created, content)
      if (extended)
        change(extended, (text) => {
          once(text, `\n${after}\n`, extended)
          return text.replace(`\n${after}\n`, () => `\n${after}\n${added}`)
        })
      if (changed)
        change(changed, (text) => {
          once(text, from, changed)
          return text.replace(from, () => to)
        })
    }
    // By day they are written nowhere: a copy takes longer than all of them.
    if (!everyCase) return
    copy = copyOfCheckout()
    for (const [file, text] of written) {
      mkdirSync(dirname(join(copy, file)), { recursive: true })
      writeFileSync(join(copy, file), text)
    }
  },
  minutes(2),
)

nightlyTest(
  'what the guide for extending the product says works as it is written',
  () => {
    const folder = copy!
    expect(failureOf(folder, ['x', 'biome', 'check', '--write', '.'])).toBe('')
    expect(failureOf(folder, ['x', 'tsc', '-p', 'tsconfig.json'])).toBe('')
    expect(failureOf(folder, ['x', 'tsc', '-p', 'web/tsconfig.json'])).toBe('')
    const unit = ['--bun', 'x', 'vitest', 'run', '--project', 'unit']
    const written = [...unit, 'tests/rules/policy.test.ts', 'tests/rules/database-rights.test.ts', '-u']
    expect(failureOf(folder, written)).toBe('')
    const rules = ['architecture', 'api-reference', 'policy', 'database-rights', 'imports'].map(
      (name) => `tests/rules/${name}.test.ts`,
    )
    expect(failureOf(folder, [...unit, ...rules])).toBe('')
    expect(failureOf(folder, [...storeTest, 'services/admin-tables/src/app.store.test.ts'])).toBe('')
    const rights = readFileSync(join(folder, 'docs/security/rights.md'), 'utf8')
    expect(rights).toContain('closeTournaments')
    expect(execFileSync(process.execPath, ['x', 'knip', '--no-progress'], { cwd: folder, encoding: 'utf8' })).toBe('')
  },
  minutes(8),
)

test.runIf(server)(
  'its table is used with the rights that the database gives the service, and not without',
  () => {
    const variables = { MONGODB_URI: server!.uri, DATABASE_RIGHTS: 'yes' }
    expect(failureOf(copy!, storeTest, variables)).toBe('')
    const users = join(copy!, 'deploy/mongo/users.js')
    writeFileSync(users, readFileSync(users, 'utf8').replace("'tournaments',", ''))
    expect(failureOf(copy!, storeTest, variables)).not.toBe('')
  },
  minutes(4),
)
