import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markedBlocks } from '../support/documented-commands'
import { freePort } from '../support/free-port'
import { root } from '../support/observability'

/** Command blocks marked as tried are typed as they stand, in this order, in a product of their own. */
const documents = ['docs/security.md', 'services/auth/README.md', 'deploy/README.md', 'docs/backup.md']
const tried = markedBlocks('tried', documents)

const folder = mkdtempSync(join(tmpdir(), 'documented-'))
const archive = join(root, 'backup.tar.gz.age')
let env: Record<string, string | undefined>

/** Runs a block as if it were pasted; the first failing command ends it. */
function type(code: string): Promise<{ exitCode: number | null; output: string }> {
  const child = spawn('bash', ['-euc', code], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise((done) => child.once('close', (exitCode) => done({ exitCode, output })))
}

beforeAll(async () => {
  const { PATH, HOME, TOOLS_DIR } = process.env
  const port = String(await freePort())
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
  expect(await type('make up')).toMatchObject({ exitCode: 0 })
}, 300_000)
afterAll(async () => {
  await type('make down')
  for (const path of [folder, archive, '/tmp/drill', '/tmp/drill.env']) rmSync(path, { recursive: true, force: true })
})

test('every document named here has commands that are tried', () => {
  expect([...new Set(tried.map(({ path }) => path))]).toEqual(documents)
})

test.each(tried)(
  '$path: $code',
  async ({ code }) => {
    expect(await type(code)).toMatchObject({ exitCode: 0 })
  },
  400_000,
)
