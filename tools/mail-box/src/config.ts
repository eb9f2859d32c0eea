import { port, readEnv, urlOf } from '@app/config'
import * as v from 'valibot'

const variables = v.object({
  LISTEN_HOST: v.optional(v.string(), '127.0.0.1'),
  LISTEN_PORT: v.optional(port, '3000'),
  SMTP_PORT: v.optional(port, '2525'),
  MAIL_DIR: v.string(),
  /** Where the product receives mail: replies go there. */
  INBOUND_SMTP_URL: v.optional(urlOf('smtp')),
})

export const readConfig = (source: Record<string, string | undefined>) => readEnv(variables, source)
