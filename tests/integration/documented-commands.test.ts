import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { casesOf, everyCase, nightlyTest } from '../support/cases'
import { markedBlocks } from '../support/documented-commands'
import { freePort } from '../support/free-port'
import { root } from '../support/observability'

/** Command blocks marked as tried are typed as they stand, in this order, in a product of their own. */
const documents = ['docs/security.md', 'services/auth/README.md', 'deploy/README.md', 'docs/backup.md']
const tried = markedBlocks('tried', documents)
/** By day those that need no running product: what the others do, other tests prove. */
const needsProduct = ({ path }: (typeof tried)[number]) => path !== 'deploy/README.md'

const folder = mkdtempSync(join(tmpdir(), 'documented-'))
const archive = join(root, 'backup.tar.gz.age')
let env: Record<string, string | undefined>
let drillPort: number

/** With a folder and a port that no other run has. */
const ofThisRun = (code: string) =>
  code.replaceAll('/tmp/drill', join(folder, 'drill')).replace('PORT=9000', `PORT=${drillPort}`)

/** Runs a block as if it were pasted; the first failing command ends it. */
function type(code: string, variables = env): Promise<{ exitCode: number | null; output: string }> {
  const child = spawn('bash', ['-euc', code], { cwd: root, env: variables, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise((done) => child.once('close', (exitCode) => done({ exitCode, output })))
}

beforeAll(async () => {
  const { PATH, HOME, TOOLS_DIR = join(root, '.data/tools') } = process.env
  const port = String(await freePort())
  drillPort = await freePort()
  env = {
    PATH,
    HOME,
    TOOLS_DIR,
    RUN: 'local',
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    ENV_FILE: join(folder, '.env'),
    BACKUP_IDENTITY: join(folder, 'data', 'backup-key.txt'),
    BACKUP_SIGNERS: join(folder, 'data', 'backup-signers.pem'),
  }
  if (everyCase) expect(await type('make up')).toMatchObject({ exitCode: 0 })
}, 300_000)
afterAll(async () => {
  if (everyCase) await type('make down')
  for (const path of [folder, archive]) rmSync(path, { recursive: true, force: true })
})

/** A line of the schedule as cron runs it: by sh, with few variables, `\\%` for `%`, and here with folders of the test. */
function runAsCron(line: string) {
  const [, command = ''] = /^(?:\S+ +){5}(.+)$/.exec(line) ?? []
  const here = command
    .replaceAll('\\%', '%')
    .replace('cd /home/archery/site', `cd '${root}'`)
    .replaceAll('/var/backups/archery', join(folder, 'backups'))
  return type(`PATH=/usr/bin:/bin exec sh -c "$LINE"`, { ...env, LINE: here })
}

nightlyTest(
  'scheduled backups: cron keeps one for each night, and mails failures',
  async () => {
    const [block] = /(?<=```cron\n)[\s\S]*?(?=```)/.exec(readFileSync(join(root, 'docs/backup.md'), 'utf8')) ?? []
    const [backup = ''] = block!.split('\n').filter((line) => /^\d/.test(line))
    mkdirSync(join(root, '.data'), { recursive: true })
    // What cron would mail.
    expect((await runAsCron(backup)).output).toMatch(/does not exist\. Once, as root: install -d -m 700 -o \w+ /)
    const backups = join(folder, 'backups')
    mkdirSync(backups, { mode: 0o700 })
    const old = join(backups, 'old.tar.gz.age')
    writeFileSync(old, '')
    utimesSync(old, 0, 0)
    // As if the last one had held much more: it neither counts nor deletes.
    const metrics = join(folder, 'data', 'metrics')
    mkdirSync(metrics, { recursive: true })
    writeFileSync(join(metrics, 'backup.prom'), 'archery_backup_documents 100000\narchery_backup_bytes 0\n')
    expect((await runAsCron(backup)).output).toContain('less than half of the last one')
    const tonight = `${new Date().toLocaleDateString('sv')}.tar.gz.age`
    expect(readdirSync(backups).sort()).toEqual([tonight, 'old.tar.gz.age'])
    rmSync(join(metrics, 'backup.prom'))
    expect(await runAsCron(backup)).toEqual({ exitCode: 0, output: '' })
    expect(readdirSync(backups)).toEqual([tonight])
  },
  400_000,
)

test('every document named here has commands that are tried', () => {
  expect([...new Set(tried.map(({ path }) => path))]).toEqual(documents)
})

test.each(casesOf(tried, (block) => !needsProduct(block)))(
  '$path: $code',
  async ({ code }) => {
    expect(await type(ofThisRun(code))).toMatchObject({ exitCode: 0 })
  },
  400_000,
)
