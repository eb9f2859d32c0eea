// Makes a copy of the data fit for trying things out: addresses and telephone numbers are replaced, the same one always by the
// same, and what would let somebody in is removed. Run by `make staging` in the database of the copy, before anything else
// reads it; never in production. Names and texts stay, but for addresses and numbers in them.

const { createHmac, randomBytes } = require('node:crypto')
const fs = require('node:fs')
const passwords = JSON.parse(fs.readFileSync('/run/secrets/mongodb_passwords', 'utf8'))
const archery = db.getSiblingDB('archery')
archery.auth('operator', passwords.operator)

// Sessions, codes and keys of people, the secret addresses of feeds, incoming mail with its attachments, and the audit, whose chain masked entries would break.
const removed =
  /^(sessions|login_codes|oauth_transactions|pending_links|notice_marks|passkeys|passkey_challenges|calendar_feeds|audit_log|audit_pending|audit_checks|erasures|synthetic_inquiries|inbound_.*|import_files\..*|replaced\..*)$/
// Files are not read.
const untouched = /^(system\..*|uploads\.chunks|site_pictures\.(files|chunks)|migrations|seed_marks)$/
const batchSize = 500

// Of this run, so that nobody can find an address by trying.
const key = randomBytes(32)
const digest = (text) => createHmac('sha256', key).update(text.toLowerCase()).digest('hex').slice(0, 12)
const address = /[^\s<>()[\]",;:@]+@[^\s<>()[\]",;:@]+\.[^\s<>()[\]",;:@.]+/g
const telephone = /(?<![\w.:-])\+?\(?\d[\d ()/.-]{6,}\d(?![\w.:-])/g
const isTime = /^\d{4}-\d{2}-\d{2}/

function masked(value) {
  if (typeof value === 'string') {
    const text = value.replace(address, (found) => `person-${digest(found)}@masked.invalid`)
    if (isTime.test(text)) return text
    return text.replace(
      telephone,
      (found) => `+1 555 ${parseInt(digest(found).slice(0, 6), 16).toString().padStart(8, '0')}`,
    )
  }
  if (Array.isArray(value)) return value.map(masked)
  if (value && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, masked(one)]))
  return value
}

let changed = 0
for (const name of archery.getCollectionNames()) {
  if (removed.test(name)) {
    archery[name].deleteMany({})
    continue
  }
  if (untouched.test(name)) continue
  let writes = []
  const write = () => {
    if (writes.length > 0) archery.getCollection(name).bulkWrite(writes, { ordered: true })
    changed += writes.length
    writes = []
  }
  for (const records = archery.getCollection(name).find(); records.hasNext(); ) {
    const { _id, ...rest } = records.next()
    const after = masked(rest)
    if (EJSON.stringify(after) === EJSON.stringify(rest)) continue
    writes.push({ replaceOne: { filter: { _id }, replacement: after } })
    if (writes.length === batchSize) write()
  }
  write()
}
print(`Masked ${changed} records`)
