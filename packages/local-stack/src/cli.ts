import { dev } from './commands/dev'
import { down } from './commands/down'
import { logs } from './commands/logs'
import { supervise } from './commands/supervise'
import { up } from './commands/up'
import { urls } from './commands/urls'
import { readContext } from './context'

const commands = { up, down, urls, logs, dev, supervise }

const name = process.argv[2] as keyof typeof commands
const write = (line: string) => void process.stdout.write(`${line}\n`)
try {
  if (!(name in commands)) throw new Error(`usage: cli.ts ${Object.keys(commands).join('|')}`)
  process.exit(await commands[name](readContext(process.env, write)))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
