import { type DockerOptions, docker, optionsOf } from '@app/containers/docker'
import { localProvider } from '@app/local-stack/local-provider'
import { requirePort } from '@app/local-stack/ports'
import type { Variables } from '@app/secrets/env-file'
import { rotateKeys } from '@app/secrets/key-rotation'
import { prepareContainers } from '@app/secrets/prepare-containers'
import { readVariables } from '@app/secrets/variables'
import type { Context } from '../context'
import { summary, urlLines } from '../summary'
import { backUpInDocker, restoreInDocker } from './backup'

/** How long the services need to see a key that has changed, and then some. */
const keyPropagationMs = 5_000

/** With the OpenID provider of the dev profile, unless another one was named. */
const providerOf = ({ environment: { IDENTITY_PORT = '8026' } }: Context, variables: Variables) =>
  localProvider(variables, `http://identity.localhost:${IDENTITY_PORT}`)

function withProvider(context: Context): DockerOptions {
  const { GOOGLE_CLIENT_SECRET: _, ...provider } = providerOf(context, readVariables(context))
  return { ...optionsOf(context), env: { ...context.environment, ...provider } }
}

/** `dev`: with what stands in for Google. */
const prepare = (context: Context, { dev }: { dev: boolean }) =>
  prepareContainers({
    ...context,
    folder: context.layout.folder('secrets'),
    ...(dev && { provider: (variables) => providerOf(context, variables) }),
  })

type Urls = { site?: string; mail?: string }

/** Writes what containers need, for somebody who runs `docker compose` without this tool. */
export async function writeSecrets(context: Context): Promise<number> {
  await prepare(context, { dev: false })
  context.write(`The secrets for containers are in ${context.layout.folder('secrets')}, and .env names them.`)
  return 0
}

/** The commands of this tool where the product runs in containers. */
export const inDocker = {
  async up(context: Context): Promise<number> {
    const { write, environment, port } = context
    if (!(await docker.available(environment)))
      throw new Error('No Docker engine with Compose answers. Without it: RUN=local make up')
    const running: Urls = await docker.urls(optionsOf(context))
    if (!running.site) await requirePort(port)
    await prepare(context, { dev: true })

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

  async 'rotate-keys'(context: Context): Promise<number> {
    const running: Urls = await docker.urls(optionsOf(context))
    await rotateKeys(context.envFile, async () => {
      await prepare(context, { dev: Boolean(running.mail) })
      if (running.site) await Bun.sleep(keyPropagationMs)
    })
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
