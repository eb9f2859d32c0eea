import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeProgram } from '../tools/installer/src/write-program.fixture'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tools-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [checkout, elsewhere, calls] = [join(folder, 'site'), join(folder, 'backups'), join(folder, 'calls')]
for (const path of [join(checkout, 'deploy'), elsewhere, join(folder, 'bin')]) mkdirSync(path, { recursive: true })
writeProgram(join(checkout, 'deploy/tools.sh'), readFileSync(join(import.meta.dirname, 'tools.sh'), 'utf8'))
writeFileSync(join(checkout, '.gitignore'), '.env\n')
writeFileSync(
  join(checkout, '.env'),
  `COMPOSE_PROJECT_NAME=ours # its own\nTLS_FOLDER=${elsewhere}/tls\nSECRETS_DIR=${checkout}/.data/secrets\n`,
)
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@archery.example', ...args], { cwd: checkout })
git('init', '--quiet')
git('add', '.')
git('commit', '--quiet', '--message', 'one')
git('tag', 'v1.4.0')

/** Notes its arguments, a line for each call. */
const engine = `#!/bin/sh
echo "$*" >> '${calls}'
case "$*" in
  'image inspect'*) test -e '${folder}/built';;
  pull*) test -e '${folder}/published';;
esac
`
writeProgram(join(folder, 'bin/docker'), engine)
const socket = join(folder, 'engine.sock')
writeFileSync(socket, '')

function run(command: string, env: Record<string, string> = {}): string[] {
  rmSync(calls, { force: true })
  const variables = { PATH: `${folder}/bin:/usr/bin:/bin`, DOCKER_HOST: `unix://${socket}`, ...env }
  execFileSync(join(checkout, 'deploy/tools.sh'), [command], { cwd: folder, env: variables })
  return readFileSync(calls, 'utf8').trim().split('\n')
}

test('a command runs in the image of its version, with the installation and what settings name at their own paths', () => {
  const [, built = '', ran = ''] = run('restore', { FILE: join(elsewhere, 'new', 'one.tar.gz.age'), FORCE: '1' })
  expect(built).toMatch(/^build .*--target tools --tag ours\/tools:v1\.4\.0 /)
  const mounts = Array.from(ran.matchAll(/--volume (\S+)/g), ([, mount]) => mount)
  const client = `${folder}/bin/docker`
  expect(mounts.filter((mount) => !mount?.includes('/docker/cli-plugins:'))).toEqual([
    `${socket}:${socket}`,
    `${checkout}:${checkout}`,
    `${client}:${client}:ro`,
    '/etc/passwd:/etc/passwd:ro',
    '/etc/group:/etc/group:ro',
    `${elsewhere}:${elsewhere}`,
  ])
  expect(ran).toContain(` --user ${process.getuid?.()}:${process.getgid?.()} `)
  expect(ran).toContain(` --workdir ${checkout} `)
  expect(ran).toMatch(/ --env FILE --env FORCE .*ours\/tools:v1\.4\.0 restore$/)
  expect(ran).not.toContain('--env PATH')
})

test('the image of a version comes from the registry of the others, where it is there', () => {
  const inRegistry = () => run('status', { IMAGES: 'ghcr.io/school/site' })
  expect(inRegistry().map((call) => call.split(' ')[0])).toEqual(['image', 'pull', 'build', 'run'])
  writeFileSync(join(folder, 'published'), '')
  const [, pulled = '', ran = ''] = inRegistry()
  expect(pulled).toBe('pull --quiet ghcr.io/school/site/tools:v1.4.0')
  expect(ran).toMatch(/^run .* ghcr\.io\/school\/site\/tools:v1\.4\.0 status$/)
})

test('what is built is not built again, unless files of the checkout are changed', () => {
  writeFileSync(join(folder, 'built'), '')
  expect(run('status').map((call) => call.split(' ')[0])).toEqual(['image', 'run'])
  writeFileSync(join(checkout, '.gitignore'), '.env\n.data\n')
  expect(run('status').map((call) => call.split(' ')[0])).toEqual(['build', 'run'])
})
