/** The collections of the product by the part that writes them; the school's tables, which a stored description owns, are not among them. */
export const ownCollections = {
  auth: [
    ...['sessions', 'login_codes', 'oauth_transactions', 'pending_links', 'passkeys', 'passkey_challenges'],
    ...['notice_marks', 'service_accounts'],
  ],
  forms: [
    ...['forms', 'mailings', 'synthetic_inquiries', 'mail_addresses', 'mail_recipients', 'mail_setup', 'site_visits'],
    ...[
      'inbound_mails',
      'inbound_doors',
      'inbound_quotas',
      'inbound_erased',
      'inbound_files.files',
      'inbound_files.chunks',
    ],
    ...['reply_files.files', 'reply_files.chunks', 'seed_marks'],
  ],
  'admin-tables': [
    ...['table_schemas', 'table_schema_versions', 'table_views', 'revisions', 'trash', 'erasures', 'migrations'],
    ...['site_versions', 'site_drafts', 'site_pages', 'site_setup', 'site_pictures.files', 'site_pictures.chunks'],
    ...['imports', 'import_files.files', 'import_files.chunks', 'uploads.files', 'uploads.chunks', 'batches'],
    ...['calendar_feeds', 'waiver_texts', 'waiver_signatures', 'feed_events', 'feed_pending', 'feed_state'],
    ...['webhooks', 'webhook_deliveries', 'incoming_hooks', 'received_deliveries', 'received_bookings', 'audit_checks'],
  ],
  packages: ['jobs', 'audit_log', 'audit_pending', 'installation', 'restoring.state', 'replaced.state'],
} as const

/** Of the database itself. */
const ofDatabase = /^(?:system|admin|local|config|fs)(?:[._]|$)/

/** `uploads` stands for its files and chunks. */
const reserved = new Set(
  Object.values(ownCollections)
    .flat()
    .map((name) => name.split('.')[0]),
)

/** True for names that no table may have. */
export const isReservedName = (name: string): boolean => ofDatabase.test(name) || reserved.has(name.split('.')[0])
