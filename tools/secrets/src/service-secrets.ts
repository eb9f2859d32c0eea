const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]))
const databases = (user: string) => ({
  mongodb_uri: `${user}_mongodb_uri`,
  redis_url: `${user}_redis_url`,
  ...same('installation_id'),
})

/** The secret files of each container below /run/secrets, with the name each has in docker-compose.yml. */
export const serviceSecrets: Record<string, Record<string, string>> = {
  auth: {
    ...databases('auth'),
    ...same('session_signing_key', 'session_public_keys', 'audit_signing_key'),
    ...same('otp_pepper', 'mail_seal_key', 'google_client_secret'),
  },
  forms: { ...databases('forms'), ...same('session_public_keys', 'files_s3') },
  'email-worker': {
    ...databases('email_worker'),
    ...same('mail_seal_key', 'smtp_url', 'inbound_imap_password', 'files_s3'),
  },
  'admin-tables': {
    ...databases('admin_tables'),
    ...same('session_public_keys', 'audit_public_keys', 'files_s3', 'webhook_seal_key'),
  },
  backup: { mongodb_uri: 'operator_mongodb_uri', ...same('installation_id', 'audit_public_keys', 'files_s3') },
  mongo: same('mongodb_passwords'),
  redis: same('redis_users'),
}
