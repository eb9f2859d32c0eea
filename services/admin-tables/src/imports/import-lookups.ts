import { mapLimited } from '@app/concurrency/map-limited'
import { comparable } from '@app/contracts/comparable'
import { seconds } from '@app/contracts/durations'
import { isObjectId } from '@app/contracts/object-id'
import { collation, looseCollation } from '@app/record-query'
import { isPhoneField, type TableSchema, titleField } from '@app/table-schema'
import { nationalDigits } from '@app/table-schema/phone-number'
import { type Collection, type Document, ObjectId } from 'mongodb'
import { type FileStore, mayUseFile } from '../files/file-store'
import { shownFields, storedFields, type WireRecord, wireRecord } from '../tables/read-record'
import { usersTable } from '../tables/table-access'

const maxTimeMS = seconds(10)

/** True for values that people write in more than one way; an address has one form. */
const isWritten = ({ properties }: TableSchema, field: string) =>
  properties[field]?.type === 'string' && properties[field].format === undefined

/** Texts that hold the digits of one of these phone numbers one after the other, however they are parted. */
function phonesLike(field: string, phones: readonly unknown[]): Document[] {
  const numbers = new Set(phones.map((phone) => nationalDigits(String(phone))).filter(Boolean))
  const patterns = [...numbers].map((digits) => [...digits].join('\\D{0,3}'))
  return patterns.length > 0 ? [{ [field]: { $regex: patterns.join('|') } }] : []
}

/** Reads what the rows of one chunk refer to, each in one query. */
export type Lookups = {
  /** The records whose `field` has one of these stored values, and some that are alike; `id` is a field, too. */
  existing(field: string, values: readonly unknown[]): Promise<WireRecord[]>
  /** The ids of the records of a table that labels or ids name; several ids where a label is not unique. */
  named(table: string, labels: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
  /** Those of these addresses that the person who imports may not put into a record. */
  refusedFiles(urls: readonly string[]): Promise<ReadonlySet<string>>
}

/** Reads what the rows of a user's import are matched with and refer to. */
export const importLookups =
  ({
    collection,
    tables,
    files,
  }: {
    collection: (name: string) => Collection
    tables: { find(name: string): Promise<TableSchema | undefined> }
    files: Pick<FileStore, 'uploaderOf' | 'isUsed'>
  }) =>
  (schema: TableSchema, userId: string): Lookups => {
    const shown = shownFields(schema)
    return {
      async existing(field, values) {
        const wanted =
          field === 'id'
            ? values.filter(isObjectId).map((id) => new ObjectId(String(id)))
            : values.map((value) => storedFields(schema, { [field]: value })[field])
        const key = field === 'id' ? '_id' : field
        const about = schema.properties[field]
        const found = await collection(schema.name)
          .find(
            { $or: [{ [key]: { $in: wanted } }, ...(about && isPhoneField(about) ? phonesLike(key, wanted) : [])] },
            { collation: isWritten(schema, field) ? looseCollation : collation, maxTimeMS },
          )
          .toArray()
        return found.map((document) => wireRecord(document, shown))
      },

      async named(table, labels) {
        const named = new Map<string, string[]>()
        const referenced = await tables.find(table)
        const title = referenced && titleField(referenced)
        if (!title) return named
        const ids = labels.filter(isObjectId)
        // Only admins learn if an address has an account.
        const byTitle = table !== usersTable
        const found = await collection(table)
          .find(
            {
              $or: [
                { _id: { $in: ids.map((id) => new ObjectId(id)) } },
                ...(byTitle ? [{ [title]: { $in: [...labels] } }] : []),
              ],
            },
            { projection: { [title]: 1 }, collation: looseCollation, maxTimeMS },
          )
          .toArray()
        const idsByKey = new Map<string, string[]>()
        for (const { _id, [title]: text } of found) {
          const id = _id.toHexString()
          const keys = byTitle ? [id, comparable(String(text))] : [id]
          for (const key of keys) idsByKey.set(key, [...(idsByKey.get(key) ?? []), id])
        }
        for (const label of labels) named.set(label, idsByKey.get(isObjectId(label) ? label : comparable(label)) ?? [])
        return named
      },

      async refusedFiles(urls) {
        const allowed = await mapLimited(urls, (url) => mayUseFile(files, userId, schema, url))
        return new Set(urls.filter((_, at) => !allowed[at]))
      },
    }
  }
