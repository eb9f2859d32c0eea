import { port, readEnv, urlOf } from '@app/config'
import * as v from 'valibot'
import { createApp } from './app'
import { createRefusals, openMailStore } from './mail-store'
import { replier } from './reply'
import { createSmtpServer } from './smtp'

const variables = v.object({
  LISTEN_HOST: v.optional(v.string(), '127.0.0.1'),
  LISTEN_PORT: v.optional(port, '3000'),
  SMTP_PORT: v.optional(port, '2525'),
  MAIL_DIR: v.string(),
  /** Where the product receives mail: replies go there. */
  INBOUND_SMTP_URL: v.optional(urlOf('smtp')),
})

export const readConfig = (source: Record<string, string | undefined>) => readEnv(variables, source)

const config = readConfig(process.env)
const store = await openMailStore(config.MAIL_DIR)
const refusals = createRefusals()
const smtp = createSmtpServer(store, undefined, refusals)
const app = createApp(store, refusals, config.INBOUND_SMTP_URL ? replier(config.INBOUND_SMTP_URL) : undefined)

await new Promise<void>((resolve, reject) => {
  smtp.server.once('error', reject)
  smtp.listen(config.SMTP_PORT, config.LISTEN_HOST, resolve)
})
app.listen({ port: config.LISTEN_PORT, hostname: config.LISTEN_HOST })
process.stdout.write(
  `Mail box: SMTP on ${config.SMTP_PORT}, page on ${config.LISTEN_PORT}, mails in ${config.MAIL_DIR}\n`,
)

async function stop() {
  // Open connections of mail clients must not delay the shutdown.
  await Promise.race([new Promise<void>((resolve) => smtp.close(resolve)), Bun.sleep(2_000)])
  await app.stop(true)
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
