// The users of the services on MongoDB, each with the rights its work takes and no more. Run by start.sh, and by hand with
// mongosh on a server elsewhere (deploy/README.md). It may run again at any time: rights and passwords become as they are here.
//
//   PASSWORDS_FILE  JSON, user to password; else the secret that Compose mounts
//   ADD_RIGHTS      while the server runs: sign in as the operator, create users that are new, and add rights; none is removed
//   NEW_TABLES      while the server runs: sign in as the operator and add the rights on tables of these names, no more

const fs = require('node:fs')
const passwords = JSON.parse(fs.readFileSync(process.env.PASSWORDS_FILE ?? '/run/secrets/mongodb_passwords', 'utf8'))
const archery = db.getSiblingDB('archery')
if (process.env.NEW_TABLES || process.env.ADD_RIGHTS) archery.auth('operator', passwords.operator)

const read = ['find', 'listIndexes']
const append = [...read, 'insert']
const add = [...append, 'createIndex']
const write = [...add, 'update', 'remove']
const shape = [...write, 'dropIndex']

// The tables that this version ships. Written by bun --bun x vitest run tests/rules/database-rights.test.ts -u
const shipped = [
  'contact_submissions',
  'service_cards',
  'announcements',
  'lessons',
  'instructors',
  'students',
  'guardians',
  'equipment',
  'reply_templates',
]

// Who a mailing or a reminder goes to, and what a list query of these tables means.
const recipients = {
  students: read,
  guardians: read,
  lessons: read,
  instructors: read,
  table_schemas: read,
}
// Files of replies: forms stores and erases them, the worker sends and sweeps them.
const replyFiles = { 'reply_files.files': write, 'reply_files.chunks': write }

// Incoming mail: the worker stores and places it, forms shows and erases it.
const inbound = {
  inbound_mails: write,
  inbound_doors: write,
  inbound_quotas: write,
  inbound_erased: write,
  'inbound_files.files': write,
  'inbound_files.chunks': write,
}

const rights = {
  auth: {
    users: write,
    sessions: write,
    login_codes: write,
    oauth_transactions: write,
    passkeys: write,
    passkey_challenges: write,
    pending_links: write,
    notice_marks: write,
    service_accounts: write,
    // The name of the school.
    service_cards: read,
    site_versions: read,
    // They go with their person.
    calendar_feeds: ['remove'],
  },
  forms: {
    contact_submissions: write,
    forms: write,
    reply_templates: write,
    mailings: write,
    mail_addresses: write,
    mail_recipients: write,
    mail_setup: write,
    synthetic_inquiries: write,
    site_visits: write,
    ...inbound,
    ...replyFiles,
    // Facts for mails.
    service_cards: read,
    site_versions: read,
    ...recipients,
    jobs: write,
    seed_marks: write,
    // Asks admin-tables to erase an address.
    erasures: [...read, 'insert'],
    sessions: [...read, 'update'],
    users: read,
    // Who calls; the last use of a secret is noted.
    service_accounts: [...read, 'update'],
  },
  'email-worker': {
    // Whether the author of a mail that waited may still write.
    users: read,
    service_accounts: read,
    contact_submissions: write,
    mailings: write,
    mail_addresses: write,
    mail_setup: write,
    synthetic_inquiries: write,
    forms: read,
    // Facts for mails, and the logo.
    service_cards: read,
    site_versions: read,
    'site_pictures.files': read,
    'site_pictures.chunks': read,
    // What a reminder says is read from its lesson at the moment it is sent.
    ...recipients,
    ...inbound,
    ...replyFiles,
  },
  'admin-tables': {
    // Roles change, people go, and whoever was deleted by mistake returns from the trash.
    users: [...read, 'insert', 'update', 'remove', 'createIndex', 'dropIndex'],
    sessions: [...read, 'update', 'remove'],
    service_accounts: [...read, 'update'],
    passkeys: ['remove'],
    table_schemas: write,
    // The interests of the contact form, and what its mails say about the school.
    forms: read,
    // The person file shows what forms erases.
    mailings: read,
    // Where visitors come from, in Insights.
    site_visits: read,
    mail_addresses: read,
    inbound_mails: read,
    'inbound_files.files': read,
    'inbound_files.chunks': read,
    'reply_files.files': read,
    'reply_files.chunks': read,
    table_schema_versions: add.concat('update'),
    table_views: write,
    site_versions: append,
    site_drafts: write,
    site_pages: write,
    site_setup: write,
    // A version that can be signed never changes, and neither does a signature. It goes with its student.
    waiver_texts: append,
    waiver_signatures: [...add, 'remove'],
    calendar_feeds: write,
    seed_marks: write,
    migrations: write,
    trash: write,
    // Values of a revision may go; that there was a change stays.
    revisions: [...add, 'update'],
    erasures: write,
    feed_events: write,
    feed_state: write,
    feed_pending: write,
    webhooks: write,
    webhook_deliveries: write,
    incoming_hooks: write,
    received_deliveries: write,
    received_bookings: write,
    jobs: write,
    // Of earlier releases.
    batches: write,
    imports: write,
    'import_files.files': write,
    'import_files.chunks': write,
    'uploads.files': write,
    'uploads.chunks': write,
    'site_pictures.files': write,
    'site_pictures.chunks': write,
    audit_checks: write,
  },
}
// What happened stays written: services add to the audit and read it, and have no other right to it.
for (const user of ['auth', 'forms', 'admin-tables'])
  Object.assign(rights[user], { audit_log: append, audit_pending: write })
// Whether a restore is replacing the database: until it has, services are not ready (packages/mongo).
for (const user of Object.keys(rights)) rights[user]['restoring.state'] = ['find']
// Which installation the database is of: given once, at the first start, and read by all (packages/mongo).
for (const user of Object.keys(rights)) rights[user].installation = ['find', 'insert']

// Tables are described in the database. Whoever may write descriptions must not come by another collection that way: none that a
// service has a right on above, none of the database, and not the name '', which stands for all.
const described = archery.table_schemas
  .find({}, { name: 1 })
  .toArray()
  .map(({ name }) => name)
const wanted = (process.env.NEW_TABLES ?? '').split(/[\s,]+/)
const others = Object.values(rights)
  .flatMap((one) => Object.keys(one))
  .filter((name) => !shipped.includes(name))
const isTable = (name) =>
  typeof name === 'string' &&
  /^[a-z][a-z0-9_]*$/.test(name) &&
  !/^(system|admin|local|config)(_|$)/.test(name) &&
  !others.includes(name)
const tables = [...new Set([...shipped, ...described, ...wanted])].filter(isTable)
for (const name of tables) rights['admin-tables'][name] = shape

// An index can delete what it covers, so those of the audit are the operator's. packages/audit has the same list.
const auditIndexes = [
  [{ ref: 1 }, { name: 'event', unique: true, sparse: true }],
  [{ at: -1, _id: -1 }, { name: 'stream' }],
  [{ table: 1, record_id: 1, at: 1 }, { name: 'history' }],
]

// How large the database is, for its metrics: figures of all of it, no content.
const size = { resource: { db: 'archery', collection: '' }, actions: ['dbStats'] }
const privilegesOf = (user) => [
  ...Object.entries(rights[user]).map(([collection, actions]) => ({
    resource: { db: 'archery', collection },
    actions,
  })),
  ...(user === 'email-worker' ? [size] : []),
]

function setRole(role, privileges) {
  const change = { privileges, roles: [] }
  // The version before may still run, with the rights it needs.
  if (archery.getRole(role) && process.env.ADD_RIGHTS) archery.grantPrivilegesToRole(role, privileges)
  else if (archery.getRole(role)) archery.updateRole(role, change)
  else archery.createRole({ role, ...change })
}
function setUser(user, role) {
  const change = { pwd: passwords[user], roles: [{ role, db: 'archery' }] }
  if (archery.getUser(user) && process.env.ADD_RIGHTS) return
  if (archery.getUser(user)) archery.updateUser(user, change)
  else archery.createUser({ user, ...change })
}

if (process.env.NEW_TABLES) {
  archery.grantPrivilegesToRole('admin-tables-service', privilegesOf('admin-tables'))
  print(`admin-tables may use ${tables.join(', ')}`)
} else {
  for (const user of Object.keys(rights)) {
    setRole(`${user}-service`, privilegesOf(user))
    setUser(user, `${user}-service`)
  }
  for (const [keys, options] of auditIndexes) archery.audit_log.createIndex(keys, options)
  // Backups, restores, and repairs by hand.
  setUser('operator', 'dbOwner')
  print(`MongoDB has the users ${[...Object.keys(rights), 'operator'].join(', ')}`)
}
