import { backup, restore } from './commands/backup'
import { dev } from './commands/dev'
import { down } from './commands/down'
import { inDocker, writeSecrets } from './commands/in-docker'
import { logs } from './commands/logs'
import { rotate } from './commands/rotate-keys'
import { supervise } from './commands/supervise'
import { printSwarmStack } from './commands/swarm-stack'
import { up } from './commands/up'
import { urls } from './commands/urls'
import { chooseWay } from './commands/way'
import { type Context, readContext } from './context'

const local = {
  up,
  down,
  urls,
  logs,
  dev,
  supervise,
  backup,
  restore,
  secrets: writeSecrets,
  'swarm-stack': printSwarmStack,
  'rotate-keys': rotate,
}

async function runCommand(name: keyof typeof local, context: Context): Promise<number> {
  if (name in inDocker && (await chooseWay(context)) === 'docker')
    return inDocker[name as keyof typeof inDocker](context)
  return local[name](context)
}

const name = process.argv[2] as keyof typeof local
const write = (line: string) => void process.stdout.write(`${line}\n`)
try {
  if (!(name in local)) throw new Error(`usage: cli.ts ${Object.keys(local).join('|')}`)
  process.exit(await runCommand(name, readContext(process.env, write)))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
