import { messageOf } from '@app/installer/message-of'
import { checkProduction } from './check-production'
import { type Context, chooseMode, readContext } from './context'
import { guardInstallation } from './docker/guard'
import { inDocker, writeSecrets } from './docker/in-docker'
import { startStaging } from './docker/staging'
import { logs } from './follow-files'
import { backup, followBackup, moveFiles, restore, verifyAudit } from './local/backup'
import { dev } from './local/dev'
import { down } from './local/down'
import { rotate } from './local/rotate-keys'
import { supervise } from './local/supervise'
import { up } from './local/up'
import { urls } from './local/urls'
import { checkMail } from './mail/check-mail'
import { status } from './status/status'
import { rollBack, update } from './update/update'

const local = {
  up,
  down,
  urls,
  status,
  logs,
  dev,
  supervise,
  backup,
  'follow-backup': followBackup,
  'move-files': moveFiles,
  restore,
  'verify-audit': verifyAudit,
  secrets: writeSecrets,
  'check-production': (context: Context) => checkProduction(context),
  'check-mail': checkMail,
  'rotate-keys': rotate,
  update,
  'roll-back': rollBack,
  staging: startStaging,
}

/** Commands on containers alone. `secrets` writes what containers start with. */
const onContainers: string[] = ['update', 'roll-back', 'staging', 'secrets']
/** Scripts read what they print, or it names the installation itself. */
const silent = ['urls', 'status']

async function runCommand(name: keyof typeof local, context: Context): Promise<number> {
  const isInDocker = name in inDocker && (await chooseMode(context)) === 'docker'
  if (isInDocker || onContainers.includes(name)) await guardInstallation(context, { silent: silent.includes(name) })
  return isInDocker ? inDocker[name as keyof typeof inDocker](context) : local[name](context)
}

// A dropped connection takes the terminal away: a restore ends properly all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const name = process.argv[2] as keyof typeof local
const write = (line: string) => void process.stdout.write(`${line}\n`)
try {
  if (!(name in local)) throw new Error(`usage: cli.ts ${Object.keys(local).join('|')}`)
  process.exit(await runCommand(name, readContext(process.env, write)))
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exit(1)
}
