import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@app/installer/checkout'
import { createMachine } from '@app/installer/machine'
import { writeProgram } from '@app/installer/write-program.fixture'
import { createLayout } from '@app/local-stack/layout'
import { readEnvFile } from '@app/secrets/env-file'
import { expect, test } from 'vitest'
import type { Context } from '../context'
import { guardInstallation, installationFault } from './guard'

const project = 'archery-school-abc123'
const silent = { silent: true }

/** An env file in a folder of its own, and an engine whose containers of the project were started from `started`. */
function contextOf(lines: string[], started: string[] = [], environment: Record<string, string> = {}): Context {
  const folder = mkdtempSync(join(tmpdir(), 'guard-'))
  writeProgram(join(folder, 'docker'), `#!/bin/sh\nprintf '%s\\n' ${started.map((one) => `'${one}'`).join(' ')}\n`)
  const envFile = join(folder, '.env')
  writeFileSync(envFile, lines.map((line) => `${line}\n`).join(''))
  return {
    layout: createLayout(folder),
    machine: createMachine({}),
    envFile,
    given: {},
    port: 8080,
    run: 'docker',
    environment: { PATH: `${folder}:/usr/bin:/bin`, ...environment },
    write: () => {},
  }
}

/** Another folder with the env file of an installation, as after `cp -r`. */
function otherFolder(lines: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'other-'))
  writeFileSync(join(folder, '.env'), lines.map((line) => `${line}\n`).join(''))
  return folder
}
const named = `COMPOSE_PROJECT_NAME=${project}`

test('an env file that was copied from another folder is refused, also where nothing runs', async () => {
  const other = otherFolder([named])
  const context = contextOf([named, `INSTALLATION_FOLDER=${other}`])
  await expect(guardInstallation(context, silent)).rejects.toThrow(
    `Nothing was done. The installation ${project} is the one in ${other}; this folder is ${root}. Was .env copied?`,
  )
  await expect(guardInstallation(context, silent)).rejects.toThrow('ADOPT=1')
})

test('containers that another folder has started are not touched, where the env file says nothing of a folder', async () => {
  const other = otherFolder([named])
  expect(await installationFault(contextOf([named], [other]))).toContain(`is the one in ${other}`)
  // As before `make secrets` named projects.
  expect(await installationFault(contextOf(['SECRETS_DIR=.data/secrets'], [other]))).toContain(other)
})

test.each([
  ['its own folder', [named, `INSTALLATION_FOLDER=${root}`], [root]],
  ['no containers', [named], []],
  ['a folder that was moved here, and is no more', [named], ['/nowhere/any-more']],
  ['no project yet', [], [tmpdir()]],
])('an installation with %s is acted on', async (_, lines, started) => {
  await guardInstallation(contextOf(lines, started), silent)
})

test('ADOPT=1 moves an installation, and the former folder gives it up', async () => {
  const other = otherFolder([named, 'PORT=80'])
  const lines = [named, `INSTALLATION_FOLDER=${other}`]
  const context = contextOf(lines, [other], { ADOPT: '1' })
  await guardInstallation(context, silent)
  expect(readEnvFile(context.envFile)).toMatchObject({ INSTALLATION_FOLDER: root })
  expect(readEnvFile(join(other, '.env'))).toMatchObject({ INSTALLATION_FOLDER: root, PORT: '80' })
  // From then on without it, although the containers are still those that were started there.
  const { ADOPT: _, ...environment } = context.environment
  await guardInstallation({ ...context, environment }, silent)
})

test('a folder of another installation is left alone', async () => {
  const other = otherFolder(['COMPOSE_PROJECT_NAME=another'])
  mkdirSync(join(other, 'empty'))
  const context = contextOf([named, `INSTALLATION_FOLDER=${other}`], [], { ADOPT: '1' })
  await guardInstallation(context, silent)
  expect(readFileSync(join(other, '.env'), 'utf8')).toBe('COMPOSE_PROJECT_NAME=another\n')
})
