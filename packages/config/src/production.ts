type Values = Record<string, string | undefined>
type Rule = (value: string) => string | undefined

const placeholderDomain = /(^|[.@])(example|invalid)$|(^|[.@])example\.(com|net|org)$/i
/** True if a host name always means this machine. */
export const isThisMachine = (host: string) => /^(localhost|127\.0\.0\.1|\[::1\])$|\.localhost$/.test(host)

const addressesIn = (text: string) => text.match(/[^\s,<>]+@[^\s,<>]+/g) ?? []
const ownAddresses: Rule = (text) =>
  addressesIn(text).some((address) => placeholderDomain.test(address))
    ? 'is a placeholder: set your own address'
    : undefined

function httpsOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname } = new URL(text)
  if (protocol !== 'https:') return 'must begin with https:// in production'
  return placeholderDomain.test(hostname) ? 'is a placeholder: set the address of your site' : undefined
}

/** Parameters that leave the server unproven or the connection readable, with the values that do so. */
const unsafeParameters: [RegExp, (value: string) => boolean][] = [
  [/^(tls\.)?(rejectUnauthorized|ssl_cert_reqs)$/i, (value) => !/^(true|1|required)$/i.test(value)],
  [
    /^(ignoreTLS|opportunisticTLS|tlsInsecure|tlsAllowInvalid\w+|sslAllowInvalid\w+)$/i,
    (value) => !/^(false|0)$/i.test(value),
  ],
  [/^(tls|ssl|secure|requireTLS)$/i, (value) => /^(false|0)$/i.test(value)],
  [/^tls\.checkServerIdentity$/i, () => true],
  [/^tls\.(min|max)Version$/i, (value) => !/^TLSv1\.[23]$/i.test(value)],
]

/** The parameters of a URL that switch off what TLS is for, by name. */
export function unsafeParametersOf(url: string): string[] {
  const [, query = ''] = /\?(.*)$/s.exec(url) ?? []
  return [...new URLSearchParams(query)].flatMap(([name, value]) =>
    unsafeParameters.some(([pattern, isUnsafe]) => pattern.test(name) && isUnsafe(value)) ? [name] : [],
  )
}

const safeConnection: Rule = (text) => {
  const unsafe = unsafeParametersOf(text)
  return unsafe.length > 0
    ? `must not have ${unsafe.join(', ')}: the server would not be verified, or the connection not encrypted`
    : undefined
}

function encryptedMail(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, searchParams } = new URL(text)
  if (placeholderDomain.test(hostname)) return 'is a placeholder: set your mail server'
  const unsafe = isThisMachine(hostname) ? undefined : safeConnection(text)
  if (unsafe) return unsafe
  if (protocol === 'smtps:' || isThisMachine(hostname) || searchParams.get('requireTLS') === 'true') return undefined
  return 'must begin with smtps://, or end with ?requireTLS=true, so that no mail is sent unencrypted'
}

/** A connection to another machine. `server` is whose it is, `content` what it carries. */
const encrypted =
  (scheme: 'https' | 'imaps', server: string, content: string): Rule =>
  (text) => {
    if (!URL.canParse(text)) return undefined
    const { protocol, hostname } = new URL(text)
    if (placeholderDomain.test(hostname)) return `is a placeholder: set your ${server}`
    return protocol === `${scheme}:` || isThisMachine(hostname)
      ? undefined
      : `must begin with ${scheme}://, so that no ${content} is sent unencrypted`
  }

function foreignIssuer(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' && !isThisMachine(hostname)
    ? undefined
    : 'is the development provider, which asks for no password'
}

const noSamples: Rule = (text) =>
  text === 'true' ? 'must be false in production: it stores sample records' : undefined

const rules: Record<string, Rule> = {
  PUBLIC_ORIGIN: httpsOrigin,
  ADMIN_EMAILS: ownAddresses,
  CONTACT_RECIPIENT: ownAddresses,
  MAIL_FROM: ownAddresses,
  SYNTHETIC_INQUIRY_TO: ownAddresses,
  SMTP_URL: encryptedMail,
  INBOUND_IMAP_URL: encrypted('imaps', 'mail server', 'mail and no password'),
  FILES_S3: encrypted('https', 'storage', 'file'),
  MONGODB_URI: safeConnection,
  REDIS_URL: safeConnection,
  GOOGLE_ISSUER: foreignIssuer,
  SEED_SAMPLES: noSamples,
  SEED_INQUIRIES: noSamples,
}
/** Optional on a developer's machine. */
const required = ['CONTACT_RECIPIENT']

/** Reasons why these variables are not fit for production, one line each. Malformed values are left to their own check. */
export function productionErrors(values: Values): string[] {
  return Object.keys(rules)
    .filter((name) => name in values)
    .flatMap((name) => {
      const value = values[name]
      if (!value) return required.includes(name) ? [`${name}: is missing`] : []
      const error = rules[name]?.(value)
      return error ? [`${name}: ${error}`] : []
    })
}
