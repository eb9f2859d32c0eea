import { BSON, type Db, type Document } from 'mongodb'
import type { CollectionHeader } from './archive-format'
import { isIdentity, isSetAside, isState, type Prefix } from './staging'

/**
 * Collections are read one after the other while the product runs. What refers comes before what it refers to, so that
 * nothing in an archive refers to what is missing from it:
 *
 * - the trash before the tables: a record that is restored meanwhile is in one of them;
 * - sessions before users; records before files, and a file before its bytes (the other way they are written);
 * - the audit last: so it has an entry for everything in the archive.
 */
const first = [/^trash$/, /^sessions$/]
const last = [/^users$/, /\.files$/, /\.chunks$/, /^audit_log$/]

export function placeOf(name: string): number {
  const early = first.findIndex((pattern) => pattern.test(name))
  if (early >= 0) return early - first.length
  return last.findIndex((pattern) => pattern.test(name)) + 1
}

const byPlace = ({ name: one }: { name: string }, { name: other }: { name: string }) =>
  placeOf(one) - placeOf(other) || (one < other ? -1 : 1)

/** Options that the server adds on its own. */
function describeIndex({ v: _version, ns: _namespace, background: _background, ...index }: Document): Document {
  return index
}

async function indexesOf(db: Db, name: string): Promise<Document[]> {
  const indexes = await db.collection(name).listIndexes().toArray()
  return indexes.map(describeIndex).sort((one, other) => (one['name'] < other['name'] ? -1 : 1))
}

/** Every collection of the product, or those set aside under a prefix. */
async function findCollections(db: Db, prefix: Prefix) {
  const found = await db.listCollections({}, { nameOnly: false }).toArray()
  const wanted = ({ name }: { name: string }) =>
    prefix === '' ? !isSetAside(name) && !isIdentity(name) : name.startsWith(prefix) && !isState(name)
  const own = found.filter((one) => !one.name.startsWith('system.') && wanted(one))
  const other = own.filter(({ type = 'collection' }) => type !== 'collection').map(({ name }) => name)
  if (other.length > 0) throw new Error(`Views and time series cannot be backed up: ${other.join(', ')}`)
  return own.map(({ name, options = {} }) => ({ name: name.slice(prefix.length), options }))
}

export const collectionNames = async (db: Db, prefix: Prefix = '') =>
  (await findCollections(db, prefix)).map(({ name }) => name)

/** The same with options and indexes, in the order in which to read them. */
export async function describeCollections(db: Db, prefix: Prefix = ''): Promise<CollectionHeader[]> {
  const found = await findCollections(db, prefix)
  const described = await Promise.all(
    found.map(async (one) => ({ ...one, indexes: await indexesOf(db, prefix + one.name) })),
  )
  return described.sort(byPlace)
}

const printed = (value: unknown) => BSON.EJSON.stringify(value, { relaxed: false })

/** Makes an empty collection with these options. */
export async function createCollection(db: Db, { name, options }: CollectionHeader, prefix: Prefix): Promise<void> {
  await db.command({ create: prefix + name, ...options })
}

/** Builds the indexes of a filled collection and checks that they are what they were. */
export async function createIndexes(db: Db, { name, indexes }: CollectionHeader, prefix: Prefix): Promise<void> {
  const own = indexes.filter((index) => index['name'] !== '_id_')
  if (own.length > 0) await db.command({ createIndexes: prefix + name, indexes: own })
  const built = await indexesOf(db, prefix + name)
  if (printed(built) !== printed(indexes)) throw new Error(`The indexes of ${name} are not what they were`)
}
