import { createLog } from '@app/service'
import { runProcess } from '@app/service/run-process'
import { Elysia } from 'elysia'

/** A service reduced to one POST of 5 ms, for tests of its shutdown. Prints a line when it listens, and how many requests ran when it ends. */
let ran = 0
const app = new Elysia().post('/', async () => {
  ran += 1
  await Bun.sleep(5)
  return 'done'
})
const log = createLog('posting-server', 'silent')
await runProcess({
  app,
  host: '127.0.0.1',
  port: Number(process.argv[2]),
  log,
  ready: Promise.resolve(),
  close: async () => void process.stdout.write(`${ran}\n`),
})
process.stdout.write('listening\n')
