import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@app/installer/checkout'
import { writeProgram } from '@app/installer/write-program.fixture'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { docker } from './docker'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docker-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A machine whose `docker` records its calls, then runs the script. */
async function machine(script: string) {
  writeProgram(join(folder, 'docker'), `#!/bin/sh\necho "$PWD: $*" >> ${folder}/calls\n${script}\n`)
  const calls = async () => (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n')
  await writeFile(join(folder, '.env'), 'COMPOSE_PROJECT_NAME=school\n')
  return { options: { env: { PATH: `${folder}:/usr/bin:/bin` }, envFile: join(folder, '.env') }, calls }
}
const answers = (engine: string, compose: string) => `case "$*" in version*) ${engine};; *) ${compose};; esac`

test.each([
  ['an engine and Compose v2', answers('echo 28.0', 'echo 2.40.3'), true],
  ['Compose with a v before its number', answers('echo 28.0', 'echo v5.0.1'), true],
  ['no engine', answers('exit 1', 'echo 2.40.3'), false],
  ['no Compose', answers('echo 28.0', 'exit 1'), false],
  ['Compose v1', answers('echo 28.0', 'echo 1.29.2'), false],
  ['an engine that hangs', answers('exec sleep 30', 'echo 2.40.3'), false],
])('with %s the answer is right within seconds', async (_, script, available) => {
  const { options } = await machine(script)
  expect(await docker.available(options.env)).toBe(available)
})

test('without a docker program there is none', async () => {
  expect(await docker.available({ PATH: folder })).toBe(false)
})

test('up builds, starts and waits, in the project that the env file names', async () => {
  const { options, calls } = await machine('')
  await docker.up(options)
  expect(await calls()).toEqual([`${root}: compose -p school --env-file ${folder}/.env up --build --wait`])
  await docker.up(options, { build: false })
  expect((await calls()).at(-1)).toMatch(/ up --wait$/)
})

test('up fails when Compose fails, and keeps the containers for inspection', async () => {
  const { options, calls } = await machine('exit 3')
  await expect(docker.up(options)).rejects.toThrow('exit code 3')
  expect(await calls()).toHaveLength(1)
})

test('an aborted up stops what it started', async () => {
  const { options, calls } = await machine('case "$*" in *up*) exit 130;; esac')
  await expect(docker.up({ ...options, signal: AbortSignal.abort() })).rejects.toThrow()
  expect((await calls()).at(-1)).toBe(`${tmpdir()}: compose -p school down`)
})

test('the addresses are those of the running containers', async () => {
  const { options } = await machine('case "$*" in *edge*) echo 127.0.0.1:8081;; *) exit 1;; esac')
  expect(await docker.urls(options)).toEqual({ site: 'http://localhost:8081' })
})

test("without a project name Compose reads the checkout's own files", async () => {
  const { options, calls } = await machine('')
  // An env file that does not exist names no project, whatever this checkout's own one says.
  await docker.down({ ...options, envFile: join(folder, 'none.env') })
  expect(await calls()).toEqual([`${root}: compose down`])
})
