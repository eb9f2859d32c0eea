import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { formerProductionName, isDevelopment, optionsOf, projectName, releaseOf } from '@app/containers/compose-project'
import { docker } from '@app/containers/docker'
import { root } from '@app/installer/checkout'
import { createLayout } from '@app/local-stack/layout'
import { isFree } from '@app/local-stack/ports'
import { type Context, settingsOf } from '../context'
import { compose, composeCommand, runQuietly } from '../update/programs'
import { backUpInDocker, restoreInDocker } from './backup'

/** Nobody of production: the id of a user comes from the address. */
const admin = 'staging@archery.example'
const firstPort = 8_090
const mask = join(root, 'deploy/mongo/mask.js')

/** Of production, that the copy must not have: where its mails, sign-ins and databases are. */
const ofProduction =
  /^(SMTP_|FILES_|GOOGLE_|MONGODB_|REDIS_|\w+_MONGODB_URI|\w+_REDIS_URL|COMPOSE_|SECRETS_|INSTALLATION_|ADMIN_|ALERT_|IMAGES|VERSION|RELEASE)/

/** The settings of the copy: a project of its own, ports on this machine only, the tools of development in the place of mail and Google. */
function stagingContext(context: Context, project: string): Context {
  const { STAGING_PORT } = settingsOf(context)
  const port = Number(STAGING_PORT || firstPort)
  const dataDir = join(context.layout.dataDir, 'staging')
  const envFile = join(dataDir, '.env')
  const settings = {
    COMPOSE_PROJECT_NAME: `${project}-staging`,
    COMPOSE_FILE: 'docker-compose.yml:compose.override.yml',
    PORT: port,
    MAIL_PORT: port + 1,
    IDENTITY_PORT: port + 2,
    ADMIN_EMAILS: admin,
    SEED_SAMPLES: 'false',
    SEED_INQUIRIES: 'false',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(envFile, `# Written by \`make staging\`.\n${lines.join('')}`, { mode: 0o600 })
  const kept = Object.entries(context.environment).filter(([name]) => !ofProduction.test(name))
  const environment = { ...Object.fromEntries(kept), RELEASE: releaseOf(root) }
  return { ...context, layout: createLayout(dataDir, context.layout.toolsDir), envFile, given: {}, port, environment }
}

/** The archive to copy: FILE, or one of this moment that only a key of the copy opens. The last backup of production stays the last. */
async function archiveOf(context: Context, { layout }: Context): Promise<{ file: string; identity?: string }> {
  const { FILE } = context.environment
  if (FILE) return { file: resolve(root, FILE) }
  const file = join(layout.dataDir, 'copy.tar.gz.age')
  const identity = join(layout.dataDir, 'copy-key.txt')
  const environment = {
    ...context.environment,
    FILE: file,
    BACKUP_RECIPIENTS: '',
    BACKUP_IDENTITY: identity,
    METRICS_DIR: join(layout.dataDir, 'metrics'),
  }
  await backUpInDocker({ ...context, environment, write() {} })
  return { file, identity }
}

async function errorsBefore(context: Context, staging: Context): Promise<string[]> {
  const { FILE } = context.environment
  const options = optionsOf(context)
  const { port } = staging
  const { site } = await docker.urls(optionsOf(staging))
  // An earlier copy gives its ports back.
  const ports = site && new URL(site).port === String(port) ? [] : [port, port + 1, port + 2]
  const free = await Promise.all(ports.map((one) => isFree(one)))
  return [
    ...(isDevelopment(options)
      ? ['This checkout runs the development product already (COMPOSE_FILE in .env): make up']
      : []),
    ...((await docker.available(context.environment)) ? [] : ['No Docker engine with Compose 2 answers.']),
    ...(FILE && !existsSync(resolve(root, FILE)) ? [`${FILE} does not exist.`] : []),
    ...(FILE || (await docker.mongoRuns(options))
      ? []
      : ['Production does not run here. Name an archive: make staging FILE=...']),
    ...ports.flatMap((one, at) =>
      free[at] ? [] : [`Port ${one} is in use: make staging STAGING_PORT=... (three ports from there on).`],
    ),
  ]
}

/** Starts a copy of production with its data, masked, and mails that are caught. An earlier copy is replaced. */
export async function startStaging(context: Context): Promise<number> {
  const project = projectName(optionsOf(context)) ?? formerProductionName
  const staging = stagingContext(context, project)
  const options = optionsOf(staging)
  const errors = await errorsBefore(context, staging)
  if (errors.length > 0) {
    context.write(`No staging copy was started:\n${errors.map((error) => `  - ${error}`).join('\n')}`)
    return 1
  }
  await compose(staging, '--profile', '*', 'down', '--volumes', '--remove-orphans')
  context.write('1/3 Copy the data')
  const { file, identity } = await archiveOf(context, staging)
  const production = settingsOf(context)
  const signers = resolve(root, production['BACKUP_SIGNERS'] || join(context.layout.dataDir, 'backup-signers.pem'))
  const opens = identity ?? production['BACKUP_IDENTITY']
  try {
    const environment = {
      ...staging.environment,
      FILE: file,
      FORCE: '',
      BACKUP_SIGNERS: signers,
      ...(opens && { BACKUP_IDENTITY: resolve(root, opens) }),
    }
    await restoreInDocker({ ...staging, environment })
    context.write('2/3 Mask addresses and telephone numbers')
    const shell = 'cat > /tmp/mask.js && mongosh --quiet /tmp/mask.js'
    const command = composeCommand(staging, 'exec', '-T', '-e', 'HOME=/tmp', 'mongo', 'bash', '-c', shell)
    const masked = await runQuietly(staging, command, { input: readFileSync(mask, 'utf8'), shown: 'mask.js' })
    if (!masked.startsWith('Masked ')) throw new Error(`The data was not masked: ${masked || 'mask.js did not run'}`)
    context.write(masked)
  } catch (error) {
    // Data that is not masked must not stay.
    await compose(staging, '--profile', '*', 'down', '--volumes', '--remove-orphans')
    throw error
  } finally {
    for (const one of identity ? [file, identity] : []) rmSync(one, { force: true })
  }
  context.write('3/3 Start it')
  await docker.up(options)
  await docker.confirmDevelopment(options)
  const at = `http://localhost:${staging.port}`
  context.write(
    `\nThe copy runs at ${at}; sign in as ${admin}. All its mails, codes included, are at http://localhost:${staging.port + 1}.\n` +
      `From elsewhere: ssh -L ${staging.port}:localhost:${staging.port} -L ${staging.port + 1}:localhost:${staging.port + 1} this-machine\n` +
      `Remove it: docker compose --env-file ${staging.envFile} --profile '*' down --volumes`,
  )
  return 0
}
