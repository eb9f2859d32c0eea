import { normalEmail } from '@app/contracts/entered-line'
import * as v from 'valibot'
import { redisAddress } from './redis-address'

const weak = /^(.)\1*$|change.?me|secret|password|default|example/i

/** A secret of at least `length` characters that is not a placeholder. */
export const secret = (length = 32) =>
  v.pipe(
    v.string(),
    v.minLength(length, `must have at least ${length} characters`),
    v.check((text) => !weak.test(text), 'looks like a placeholder, generate a random one'),
  )

/** 32 random bytes, written as base64url. */
export const key256 = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64url')),
  v.check((bytes) => bytes.length === 32, 'must be 32 random bytes in base64url'),
  v.check((bytes) => new Set(bytes).size > 8, 'looks like a placeholder, generate a random one'),
)

export const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port number'),
)

/** An integer from 1 to `max`. */
export const count = (max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{0,8}$/, `must be a number from 1 to ${max}`),
    v.transform(Number),
    v.maxValue(max, `must be a number from 1 to ${max}`),
  )

/** A number from 0 to 1. */
export const share = v.pipe(
  v.string(),
  v.regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a number from 0 to 1, such as 0.1'),
  v.transform(Number),
)

export const flag = v.pipe(
  v.picklist(['true', 'false'], 'must be true or false'),
  v.transform((text) => text === 'true'),
)

/** Comma-separated words, trimmed; empty ones are dropped. */
export const list = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  ),
)

/** `https://school.example`: scheme and host only. */
export const origin = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be an origin such as https://school.example',
  ),
)

/** Several of them. */
export const origins = v.pipe(
  list,
  v.everyItem(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be origins such as https://school.example, with commas between them',
  ),
)

/** A URL of one of the given schemes. The value is never shown: it may hold a password. */
export const urlOf = (...schemes: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
      `must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    ),
  )

/** Each host of a replica set has a port of its own, which no other URL allows: so it is a URL with each of them alone. */
function namesMongo(text: string): boolean {
  const [, start, hosts = '', rest = ''] = /^(mongodb(?:\+srv)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(text) ?? []
  return start !== undefined && hosts.split(',').every((host) => host !== '' && URL.canParse(`${start}${host}${rest}`))
}

/** A MongoDB server, or the members of a replica set. */
export const mongoUri = v.pipe(
  v.string(),
  v.check(namesMongo, 'must be a URL that begins with mongodb:// or mongodb+srv://'),
)

/** A JSON text that matches `schema`; `description` completes the error text. */
export const json = <Output>(schema: v.GenericSchema<unknown, Output>, description: string) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, Output>(({ dataset, addIssue, NEVER }) => {
      try {
        const parsed = v.safeParse(schema, JSON.parse(dataset.value))
        if (parsed.success) return parsed.output
      } catch {
        // Invalid JSON is reported like a wrong shape.
      }
      addIssue({ message: `must be ${description} as JSON` })
      return NEVER
    }),
  )

function namesBucket(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, pathname } = new URL(text)
  return /^https?:$/.test(protocol) && username !== '' && password !== '' && /^\/[^/]/.test(pathname)
}

/** A bucket of an S3-compatible storage with the key to it. */
export const bucketUrl = v.pipe(
  v.string(),
  v.check(
    namesBucket,
    'must look like https://KEY:SECRET@s3.school.example/bucket, signs in the secret percent-encoded',
  ),
)

/** The id of an installation, and ` new` behind it until its database was seen once (tools/secrets). */
export const installationId = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8,32}( new)?$/, 'must be 8 to 32 digits of 0-9 and a-f, as `make secrets` writes it'),
  v.transform((text) => ({ id: text.split(' ')[0]!, isNew: text.endsWith(' new') })),
)

/** One of these words. The message of the library itself would repeat the value. */
export const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  v.picklist(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)

/** Variables of every service. */
export const serviceVariables = {
  /** Production refuses settings that are fit for a developer's machine only. */
  DEPLOYMENT: v.optional(oneOf('production', 'development'), 'production'),
  NODE_ENV: v.optional(oneOf('production', 'development', 'test'), 'production'),
  /** The version that runs, as the image was built. */
  RELEASE: v.optional(v.string()),
  LOG_LEVEL: v.optional(oneOf('debug', 'info', 'warn', 'error', 'silent'), 'info'),
  LISTEN_HOST: v.optional(v.string(), '127.0.0.1'),
  LISTEN_PORT: v.optional(port, '3000'),
  MONGODB_URI: mongoUri,
  /** Whose database it must be; without it any will do. */
  INSTALLATION_ID: v.optional(installationId),
  PUBLIC_ORIGIN: origin,
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(urlOf('http', 'https')),
  /** The share of the traces that are sent; failed ones always are. */
  TRACE_SHARE: v.optional(share, '1'),
}

/** Further variables of the processes that use Redis for queues or counters. */
export const queueVariables = {
  REDIS_URL: redisAddress,
  QUEUE_PREFIX: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/, 'may hold a-z, 0-9 and -')), 'archery'),
}

/** `ADMIN_EMAILS`: the addresses that are admins by configuration, at least one. */
export const adminEmails = v.pipe(
  list,
  v.mapItems((text) => normalEmail(text)),
  v.check((emails) => !emails.includes(undefined), 'must be email addresses with commas between them'),
  v.transform((emails) => emails.filter((email) => email !== undefined)),
  v.minLength(1, 'must name at least one address'),
)

/** Multiplies the limits for one address or session. */
export const ipLimitFactor = v.optional(count(100_000), '1')
