import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ComposeConfig, swarmStack } from '@app/containers/swarm-stack'
import { root } from '@app/installer/checkout'
import { replaceFile } from '@app/secrets/replace-file'
import type { Context } from '../context'

/** Prints docker-compose.yml as `docker stack deploy` takes it. */
export async function printSwarmStack({ environment, envFile, layout, write }: Context): Promise<number> {
  const args = ['compose', '--env-file', envFile, 'config', '--format', 'json']
  const { status, stdout, stderr, error } = spawnSync('docker', args, { cwd: root, env: environment, encoding: 'utf8' })
  if (error || status !== 0) throw new Error(error?.message ?? stderr.trim())
  const config = JSON.parse(stdout) as ComposeConfig
  const files = {
    read: (file: string) => readFileSync(file, 'utf8'),
    write(name: string, content: string) {
      const file = join(layout.folder('swarm'), name)
      replaceFile(file, content)
      return file
    },
  }
  write(JSON.stringify(swarmStack(config, files), null, 2))
  return 0
}
