import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../context'
import { swarmStackOf } from './swarm-stack'

/** An update of all services, one replica after the other. */
const timeoutMs = 15 * 60_000

function docker({ environment }: Context, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('docker', args, { env: environment, encoding: 'utf8' })
  if (error || status !== 0) throw new Error(error?.message ?? (stderr.trim() || `docker ${args[0]} failed`))
  return stdout.trim()
}

type Progress = { name: string; isDone: boolean; isUndone: boolean }

function progressOf(context: Context, stack: string): Progress[] {
  const replicas = docker(context, 'stack', 'services', stack, '--format', '{{.Name}} {{.Replicas}}').split('\n')
  return replicas.filter(Boolean).map((line) => {
    const [name = '', count = ''] = line.split(' ')
    const [running, wanted] = count.split('/')
    const format = '{{if .UpdateStatus}}{{.UpdateStatus.State}}{{end}}'
    const state = docker(context, 'service', 'inspect', '--format', format, name)
    return { name, isDone: running === wanted && state !== 'updating', isUndone: /^(rollback|paused)/.test(state) }
  })
}

/** Deploys the stack as the settings say now, and returns when every service runs as it says. */
export async function deployStack(context: Context, stack: string): Promise<void> {
  const file = join(context.layout.folder('swarm'), 'stack.json')
  writeFileSync(file, swarmStackOf(context), { mode: 0o600 })
  // Images of one node alone are in no registry that could say their digest.
  const resolve = context.environment['RESOLVE_IMAGE'] ?? 'always'
  docker(context, 'stack', 'deploy', '--with-registry-auth', '--resolve-image', resolve, '-c', file, stack)
  for (const end = performance.now() + timeoutMs; ; ) {
    // A service that is to be updated says so a moment later.
    await Bun.sleep(2_000)
    const services = progressOf(context, stack)
    const undone = services.filter(({ isUndone }) => isUndone).map(({ name }) => name)
    if (undone.length > 0)
      throw new Error(`The swarm undid the update of ${undone.join(', ')}: docker service ps --no-trunc ${undone[0]}`)
    if (services.every(({ isDone }) => isDone)) return
    if (performance.now() > end)
      throw new Error(`Services of ${stack} are not as they should be: docker stack services ${stack}`)
  }
}
