import { expect, test } from 'vitest'
import type { Machine } from './machine'
import { addPrograms, ensurePrograms } from './system-packages'

const redis = { program: 'redis-server', apt: 'redis-server', brew: 'redis' }
const nginx = { program: 'nginx', apt: 'nginx-light', brew: 'nginx' }

function machine(programs: string[], isRoot = false, mayInstall = true): Machine {
  const find = (program: string) => (programs.includes(program) ? `/usr/bin/${program}` : undefined)
  return { bareEnv: {}, fetchEnv: {}, isRoot, mayInstall, find }
}
const silent = () => {}

test('programs that are there are left alone', async () => {
  await ensurePrograms([redis, nginx], machine(['redis-server', 'nginx', 'apt-get'], true), silent)
})

test('an ordinary user on Debian is told the one command for all that is missing', async () => {
  await expect(ensurePrograms([redis, nginx], machine(['apt-get']), silent)).rejects.toThrow(
    /redis-server and nginx not found.*\n.*sudo apt-get install -y redis-server nginx-light$/,
  )
})

test('with INSTALL=no root is told the command, too', async () => {
  await expect(ensurePrograms([redis], machine(['apt-get'], true, false), silent)).rejects.toThrow(
    'sudo apt-get install -y redis-server',
  )
})

test('on a Mac it is the command of Homebrew, and only for what is missing', async () => {
  await expect(ensurePrograms([redis, nginx], machine(['brew', 'nginx']), silent)).rejects.toThrow(
    /brew install redis$/,
  )
})

test('elsewhere the programs are named', async () => {
  await expect(ensurePrograms([redis], machine([]), silent)).rejects.toThrow(/install redis-server with your system/)
})

test('a useful program that cannot be installed is left out', async () => {
  const lines: string[] = []
  await addPrograms([redis], machine(['apt-get'], true, false), (line) => lines.push(line))
  await addPrograms([redis], machine([], true), (line) => lines.push(line))
  await addPrograms([redis], machine(['redis-server', 'apt-get'], true), (line) => lines.push(line))
  expect(lines).toEqual([])
})
