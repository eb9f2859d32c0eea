import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { writeProgram } from '../tools/installer/src/write-program.fixture'

const folder = mkdtempSync(join(tmpdir(), 'keep-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
for (const path of ['bin', 'deploy']) mkdirSync(join(folder, path))
for (const script of ['scale.sh', 'keep-log.sh'])
  cpSync(join(import.meta.dirname, script), join(folder, 'deploy', script))

/** Has three healthy replicas and notes what it is told, a line for each call. */
const engine = `#!/bin/sh
echo "$*" >> calls
case "$*" in
  'compose ps -aq forms') printf 'one\\ntwo\\nthree\\n';;
  'inspect --format {{.Name}} '*) echo "/site-forms-$4";;
  inspect*) for id; do :; done; case $id in one) n=1;; two) n=2;; *) n=3;; esac; echo "$id 3 $n";;
  logs*) echo "out of $3"; echo "err of $3" >&2;;
esac
`
writeProgram(join(folder, 'bin/docker'), engine)

/** Scales forms to a number of replicas: what the engine was told that changes something. */
function scaleTo(count: number, env: Record<string, string> = {}): string[] {
  rmSync(join(folder, 'calls'), { force: true })
  const variables = { PATH: `${folder}/bin:/usr/bin:/bin`, ...env }
  execFileSync('bash', ['deploy/scale.sh', `forms=${count}`], { cwd: folder, env: variables, stdio: 'pipe' })
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
  return calls.filter((call) => /^(stop|logs|rm) /.test(call))
}

test('what a replica has logged until its end is kept for 30 days', () => {
  const kept = join(folder, '.data/logs/replaced')
  mkdirSync(kept, { recursive: true })
  writeFileSync(join(kept, 'old.log.gz'), '')
  utimesSync(join(kept, 'old.log.gz'), 0, 0)
  expect(scaleTo(2)).toEqual(['stop three', 'logs --timestamps three', 'rm three'])
  const [file = '', ...others] = readdirSync(kept)
  expect([file, others]).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d-]+-site-forms-three-three\.log\.gz$/),
    [],
  ])
  expect(gunzipSync(readFileSync(join(kept, file))).toString()).toBe('out of three\nerr of three\n')
})

test('a log that cannot be kept keeps no replica', () => {
  expect(scaleTo(2, { DATA_DIR: '/proc/none' })).toEqual(['stop three', 'rm three'])
})
