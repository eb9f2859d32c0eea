import { isIP } from 'node:net'
import { count, flag, installationId, mongoUri, urlOf } from '@app/config'
import { redisAddress } from '@app/config/redis-address'
import { normalEmail } from '@app/contracts/entered-line'
import * as v from 'valibot'

const port = count(65_535)
const replicas = count(50)
const seconds = count(3_600)
const decimal = (text: string) => v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/, text))
const address = v.pipe(
  v.string(),
  v.check((text) => normalEmail(text) !== undefined, 'must be an email address'),
)
const web = urlOf('http', 'https')

/** An address, or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [ip = '', bits, ...rest] = text.trim().split('/')
  const most = isIP(ip) === 4 ? 32 : 128
  return isIP(ip) !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

const ofUsers = (name: string, schema: v.GenericSchema) =>
  Object.fromEntries(
    ['AUTH', 'FORMS', 'EMAIL_WORKER', 'ADMIN_TABLES', 'OPERATOR'].map((user) => [`${user}_${name}`, schema]),
  )

/** Variables of the env file for the containers around our processes, and for the commands of an operator. All of them are optional. */
export const deploymentVariables: v.ObjectEntries = {
  PORT: port,
  TLS_PORT: port,
  MAIL_PORT: port,
  INBOUND_PUBLIC_PORT: port,
  IDENTITY_PORT: port,
  STAGING_PORT: port,
  PROMETHEUS_PORT: port,
  GRAFANA_PORT: port,
  ALERTMANAGER_PORT: port,
  BIND: v.pipe(
    v.string(),
    v.check((text) => isIP(text) !== 0, 'must be an address of this machine, or 0.0.0.0'),
  ),
  TRUSTED_PROXIES: v.pipe(
    v.string(),
    v.check((text) => text.split(',').every(isNetwork), 'must be addresses or networks with commas between them'),
  ),
  HSTS_SUBDOMAINS: flag,
  EDGE_LIMIT_FACTOR: decimal('must be a number, 0 for no limits'),
  AUTH_REPLICAS: replicas,
  FORMS_REPLICAS: replicas,
  EMAIL_WORKER_REPLICAS: replicas,
  ADMIN_TABLES_REPLICAS: replicas,
  MONGO_CPUS: decimal('must be a number of processors, such as 1.5'),
  MONGO_MEMORY: v.pipe(v.string(), v.regex(/^\d+[bkmg]?$/i, 'must be a size, such as 1536M')),
  MONGO_CACHE_GB: decimal('must be a number of gigabytes, such as 0.5'),
  REDIS_NETWORK: v.pipe(
    v.string(),
    v.check((text) => isIP(`${text}.1`) === 4, 'must be the first three numbers of an address, such as 10.46.89'),
  ),
  IMAGES: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9]+([._/:-]+[a-z0-9]+)*$/, 'must be a registry and a name, such as registry.example/archery'),
  ),
  VERSION: v.pipe(v.string(), v.regex(/^\w[\w.-]{0,127}$/, 'must be the tag of an image, such as v1.4.0')),
  COMPOSE_PROJECT_NAME: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]*$/, 'may hold a-z, 0-9, - and _')),
  TOOLS: v.picklist(['image'], 'must be image, or not set'),
  INSTALLATION_ID: installationId,
  INSTALLATION_SINCE: v.pipe(v.string(), v.isoDate('must be a date such as 2026-11-27')),
  ACME_EMAIL: address,
  ACME_SERVER: urlOf('https'),
  ACME_RENEW_DAYS: count(60),
  ALERT_MAIL_TO: address,
  ALERT_MAIL_FROM: address,
  ALERT_SMTP_HOST: v.pipe(
    v.string(),
    v.regex(/^[\w.-]+:\d{1,5}$/, 'must be a server and its port, such as mail.school.example:587'),
  ),
  ALERT_SMTP_TLS: flag,
  ALERT_WEBHOOK_URL: web,
  ALERT_HEARTBEAT_URL: web,
  SYSLOG_ADDRESS: urlOf('udp', 'tcp', 'tcp+tls', 'unix', 'unixgram'),
  JOURNAL_SECONDS: seconds,
  CANARY_SECONDS: seconds,
  BACKUP_KEEP: count(10_000),
  BACKUP_ENCRYPTION: v.picklist(['yes', 'no'], 'must be yes or no'),
  ...ofUsers('MONGODB_URI', mongoUri),
  ...ofUsers('REDIS_URL', redisAddress),
}
