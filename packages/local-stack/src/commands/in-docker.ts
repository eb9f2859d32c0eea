import { backUpInDocker, restoreInDocker } from './backup-in-docker'
import type { Context } from '../context'
import { type DockerOptions, docker, optionsOf } from '../docker'
import { addToEnvFile } from '../env-file'
import { rotateKeys } from '../key-rotation'
import { localProvider } from '../local-provider'
import { demandPort } from '../ports'
import { summary, urlLines } from '../summary'
import { missingEntries, readVariables } from '../variables'

/** With the OpenID provider of the dev profile, unless another one was named. */
function withProvider(context: Context): DockerOptions {
  const { IDENTITY_PORT = '8026' } = context.environment
  const provider = localProvider(readVariables(context), `http://identity.localhost:${IDENTITY_PORT}`)
  return { ...optionsOf(context), env: { ...context.environment, ...provider } }
}

type Urls = { site?: string; mail?: string }

/** The commands of this tool where the product runs in containers. */
export const inDocker = {
  async up(context: Context): Promise<number> {
    const { write, environment, port } = context
    if (!(await docker.available(environment)))
      throw new Error('No Docker engine with Compose answers. Without it: RUN=local make up')
    const running: Urls = await docker.urls(optionsOf(context))
    if (!running.site) await demandPort(port)
    addToEnvFile(context.envFile, await missingEntries(context))

    const ending = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
    try {
      await docker.up({ ...withProvider(context), signal: ending.signal })
    } catch (error) {
      if (ending.signal.aborted) return 130
      throw error
    }
    const { site = '', mail = '' }: Urls = await docker.urls(optionsOf(context))
    const admins = readVariables(context)['ADMIN_EMAILS'] ?? ''
    write(summary({ urls: { site, mail }, admins, database: '' }))
    return 0
  },

  /** Containers get their keys at their start: those concerned are replaced, first with both keys, then with the new one. */
  async 'rotate-keys'(context: Context): Promise<number> {
    await rotateKeys(context.envFile, () => docker.up(withProvider(context)))
    return 0
  },

  backup: backUpInDocker,
  restore: restoreInDocker,

  async down(context: Context): Promise<number> {
    await docker.down(optionsOf(context))
    return 0
  },

  async logs(context: Context): Promise<number> {
    await docker.logs(optionsOf(context))
    return 0
  },

  async urls(context: Context): Promise<number> {
    const urls = await docker.urls(optionsOf(context))
    if (urls['site']) context.write(urlLines({ urls }))
    else process.stderr.write('It is not running. Start it with: make up\n')
    return urls['site'] ? 0 : 1
  },
}
