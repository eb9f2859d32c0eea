import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { say } from './command'

/** Checks the workflows of GitHub: what is misspelled there would fail only after a push. */

const version = 'v1.7.7'
const root = resolve(import.meta.dirname, '../..')
const folder = join(process.env.TOOLS_DIR || join(root, '.data/tools'), `actionlint-${version}`)

/** Built from its Go module, which takes a minute once. Undefined without Go. */
function actionlint(): string | undefined {
  const program = join(folder, 'actionlint')
  if (existsSync(program)) return program
  if (spawnSync('go', ['version']).status !== 0) return undefined
  const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0' }
  execFileSync('go', ['install', `github.com/rhysd/actionlint/cmd/actionlint@${version}`], { env, stdio: 'pipe' })
  return program
}

const program = actionlint()
if (!program) say('The workflows are not checked: actionlint is built with Go, which is not installed.')
// ShellCheck is not on every machine, and the result should not depend on it.
else process.exitCode = spawnSync(program, ['-shellcheck=', '-pyflakes='], { cwd: root, stdio: 'inherit' }).status ?? 1
