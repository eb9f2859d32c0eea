import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@app/installer/checkout'
import { expect, test } from 'vitest'
import {
  chooseProductionName,
  chooseProjectName,
  composeNameOf,
  isDevelopment,
  projectArguments,
  settingsIn,
} from './compose-project'

function withEnvFile(text: string) {
  const envFile = join(mkdtempSync(join(tmpdir(), 'project-')), '.env')
  writeFileSync(envFile, text)
  return { env: {}, envFile }
}

test('each clone gets a project name of its own, the same at every start', () => {
  const name = chooseProjectName('/a/site/.env', [])
  expect(name).toMatch(/^archery-school-[0-9a-f]{6}$/)
  expect(chooseProjectName('/a/site/.env', [])).toBe(name)
  expect(chooseProjectName('/b/site/.env', [])).not.toBe(name)
})

test('a project that `docker compose` has started from this checkout is adopted, another one is not', () => {
  const envFile = join(root, '.env')
  const own = composeNameOf(root)
  expect(chooseProjectName(envFile, ['tests-17', own])).toBe(own)
  expect(chooseProjectName(envFile, ['tests-17'])).toMatch(/^archery-school-/)
  expect(chooseProjectName('/elsewhere/.env', [own])).toMatch(/^archery-school-/)
})

test.each([
  ['/home/ana/Archery', 'archery'],
  ['/home/ana/_my site (2)', 'mysite2'],
])('Compose names a project in %s %s', (folder, name) => expect(composeNameOf(folder)).toBe(name))

test('each production gets a name of its own and keeps it; one from before there were names stays where its data is', () => {
  const [first, second] = [1, 2].map(() => chooseProductionName(withEnvFile('').envFile))
  expect(first).toMatch(/^archery-school-[0-9a-f]{6}$/)
  expect(second).not.toBe(first)
  expect(chooseProductionName(withEnvFile('COMPOSE_PROJECT_NAME=mine\n').envFile)).toBe('mine')
  expect(chooseProductionName(withEnvFile('SECRETS_DIR=.data/secrets\n').envFile)).toBe('archery-school')
})

test('an explicit project name is used, from the environment before the file', () => {
  const options = withEnvFile('COMPOSE_PROJECT_NAME=school\n')
  expect(projectArguments(options)).toEqual(['-p', 'school', '--env-file', options.envFile])
  const named = { ...options, env: { COMPOSE_PROJECT_NAME: 'mine' } }
  expect(projectArguments(named)).toEqual(['-p', 'mine', '--env-file', options.envFile])
  expect(projectArguments({ env: {}, envFile: join(root, '.env') }).slice(-2)).not.toContain('--env-file')
})

test('the files for development are in use unless COMPOSE_FILE leaves them out', () => {
  expect(isDevelopment(withEnvFile(''))).toBe(true)
  expect(isDevelopment(withEnvFile('COMPOSE_FILE=docker-compose.yml:deploy/compose.production.yml\n'))).toBe(false)
  expect(isDevelopment(withEnvFile('COMPOSE_FILE=docker-compose.yml:compose.override.yml\n'))).toBe(true)
})

test('the settings of containers are the variables that the Compose files name', () => {
  const interpolated = '$' + '{PORT:-8080}'
  const text = `ports: ['${interpolated}:8080']\n    environment:\n      SMTP_URL:\n      FIXED: value\n`
  expect(settingsIn([text], { PORT: '8081', SMTP_URL: 'smtp://mail', FIXED: 'x', HOME: '/', EMPTY: '' })).toEqual({
    PORT: '8081',
    SMTP_URL: 'smtp://mail',
  })
})
