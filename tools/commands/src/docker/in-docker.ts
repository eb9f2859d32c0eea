import { chooseProductionName, isDevelopment, optionsOf, releaseOf } from '@app/containers/compose-project'
import { docker } from '@app/containers/docker'
import { root } from '@app/installer/checkout'
import { requirePort } from '@app/local-stack/ports'
import { developmentAdmin } from '@app/secrets/generate-secrets'
import { rotateKeys } from '@app/secrets/key-rotation'
import { prepareContainers } from '@app/secrets/prepare-containers'
import { readVariables } from '@app/secrets/variables'
import { prepareMetricsFolder } from '../archive-tool'
import type { Context } from '../context'
import { statusInDocker } from '../status/status'
import { summary, urlLines } from '../summary'
import { backUpInDocker, followBackupInDocker, moveFilesInDocker, restoreInDocker, verifyAuditInDocker } from './backup'
import { builtImages } from './built-images'
import { confirmInstallation } from './confirm-installation'
import { saveContainerSettings } from './container-settings'

/** Services poll their key files every 2 s. */
const keyPropagationMs = 5_000

type Urls = { site?: string; mail?: string }

/** Writes the secrets of a production in containers, and the files Compose uses for it. */
export async function writeSecrets(context: Context): Promise<number> {
  const folder = context.layout.folder('secrets')
  const project = context.environment['COMPOSE_PROJECT_NAME'] || chooseProductionName(context.envFile)
  await prepareContainers({ ...context, folder, project, release: releaseOf(root) })
  prepareMetricsFolder(context)
  context.write(
    `The secrets of containers are in ${folder}. ${context.envFile} names them and the Compose files.\n` +
      'Next: complete the settings in that file (deploy/README.md), then make secrets check-production',
  )
  return 0
}

/** The commands that act on containers. */
export const inDocker = {
  async up(context: Context): Promise<number> {
    const { write, environment, port } = context
    if (!(await docker.available(environment)))
      throw new Error('No Docker engine with Compose answers. Without it: RUN=local make up')
    const given = optionsOf(context)
    // In development nothing is named, so that `docker compose up` and this one make the same images.
    const release = isDevelopment(given) ? {} : { RELEASE: releaseOf(root) }
    const options = optionsOf({ ...context, environment: { ...release, ...environment } })
    const running: Urls = await docker.urls(options)
    if (!running.site) await requirePort(port)
    if (isDevelopment(options)) await saveContainerSettings(context)

    const images = builtImages(context)
    const ending = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
    try {
      await docker.up({ ...options, signal: ending.signal }, { build: !images.areCurrent() })
      images.record()
      if (!isDevelopment(options)) confirmInstallation(context)
      else if (!running.site) await docker.confirmDevelopment(options)
    } catch (error) {
      if (ending.signal.aborted) return 130
      if (isDevelopment(options)) await docker.lastLog('secrets', options).catch(() => {})
      throw error
    }
    const { site = '', mail = '' }: Urls = await docker.urls(options)
    const admins = readVariables(context)['ADMIN_EMAILS'] ?? developmentAdmin
    write(summary({ urls: { site, mail }, admins, database: '' }))
    return 0
  },

  async 'rotate-keys'(context: Context): Promise<number> {
    const options = optionsOf(context)
    if (isDevelopment(options)) {
      await docker.rotateDevelopmentKeys(options)
      return 0
    }
    const running: Urls = await docker.urls(options)
    await rotateKeys(context.envFile, async () => {
      await prepareContainers({ ...context, folder: context.layout.folder('secrets') })
      if (running.site) await Bun.sleep(keyPropagationMs)
    })
    return 0
  },

  status: statusInDocker,
  backup: backUpInDocker,
  'follow-backup': followBackupInDocker,
  'move-files': moveFilesInDocker,
  restore: restoreInDocker,
  'verify-audit': verifyAuditInDocker,

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
