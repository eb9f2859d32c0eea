import { seconds } from '@app/contracts/durations'
import { type ErasurePreview, idsIn } from '@app/contracts/erasures'
import { inquiryTable } from '@app/contracts/inquiries'
import { aboutPerson } from '@app/contracts/person-file'
import { recordLabel, referencedIds, referenceFields } from '@app/table-schema'
import { type Document, ObjectId } from 'mongodb'
import type { Context } from '../context'
import { recordKey } from '../records/erasure-store'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import { tableRecord } from '../tables/read-record'

const options = { maxTimeMS: seconds(10) }

type Deps = Pick<Context, 'collection'> & Pick<Tables, 'tables'> & Pick<Records, 'persons'>

/** Counts what an erasure of addresses and records would delete, and finds the rest of their family. */
export function erasureCounter({ collection, persons, tables }: Deps) {
  /** These records, live or in the trash. */
  async function read(table: string, ids: readonly string[]): Promise<Document[]> {
    const wanted = { $in: ids.map((id) => new ObjectId(id)) }
    const live = await collection(table).find({ _id: wanted }, options).toArray()
    const trashed = await collection('trash').find({ table, 'record._id': wanted }, options).toArray()
    return [...live, ...trashed.map(({ record }) => record as Document)]
  }

  async function named(table: string, documents: readonly Document[]) {
    const schema = await tables.find(table)
    return documents.map((one) => ({
      record: recordKey(table, String(one['_id'])),
      label: schema ? recordLabel(schema, tableRecord(schema, one)) : table,
      email: typeof one['email'] === 'string' && one['email'] !== '' ? one['email'] : null,
    }))
  }

  /** Children of these guardians, and guardians of these students whom no other child needs; without those of the records themselves. */
  async function familyOf(records: readonly string[], students: readonly Document[]) {
    const guardianIds = idsIn(records, 'guardians')
    const studentIds = idsIn(records, 'students')
    const children = await collection('students')
      .find({ guardians: { $in: guardianIds } }, options)
      .toArray()
    const others = children.filter(({ _id }) => !studentIds.includes(String(_id)))
    const theirs = [...new Set(students.flatMap(({ guardians }) => referencedIds(guardians)))]
    const kept = await collection('students')
      .find({ guardians: { $in: theirs }, _id: { $nin: studentIds.map((id) => new ObjectId(id)) } }, options)
      .toArray()
    const needed = new Set(kept.flatMap(({ guardians }) => referencedIds(guardians)))
    const alone = theirs.filter((id) => !needed.has(id) && !guardianIds.includes(id))
    return [...(await named('students', others)), ...(await named('guardians', await read('guardians', alone)))]
  }

  /** Lessons in which one of the records has a place or a mark. */
  async function countLessons(records: readonly string[]): Promise<number> {
    const schema = await tables.find('lessons')
    const places = schema ? referenceFields(schema) : []
    const $or = places
      .map(({ name, table }) => ({ [name]: { $in: idsIn(records, table) } }))
      .filter((one) => Object.values(one)[0]!.$in.length > 0)
    return $or.length === 0 ? 0 : collection('lessons').countDocuments({ $or }, options)
  }

  return async (emails: readonly string[], wanted: readonly string[]): Promise<ErasurePreview> => {
    const found = await Promise.all(emails.map((email) => persons.of(email)))
    const records = [...new Set([...wanted, ...found.flat()])]
    const inquiryIds = idsIn(records, inquiryTable)
    const [students, guardians, inquiries] = await Promise.all([
      read('students', idsIn(records, 'students')),
      read('guardians', idsIn(records, 'guardians')),
      read(inquiryTable, inquiryIds),
    ])
    const conversations = inquiryIds.map((id) => new ObjectId(id))
    const incoming =
      emails.length > 0
        ? emails.map((email) => aboutPerson.incoming(email, conversations))
        : [{ inquiry: { $in: conversations } }]
    const mailings = emails.map((email) => aboutPerson.mailings(email))
    const [received, sent, lessons, family] = await Promise.all([
      collection('inbound_mails').countDocuments({ $or: incoming }, options),
      mailings.length > 0 ? collection('mailings').countDocuments({ $or: mailings }, options) : 0,
      countLessons(records),
      familyOf(records, students),
    ])
    const replies = inquiries.reduce((sum, { replies: list = [] }) => sum + (list as unknown[]).length, 0)
    const all = [
      ...(await named('students', students)),
      ...(await named('guardians', guardians)),
      ...(await named(inquiryTable, inquiries)),
    ]
    return {
      records: all.map(({ record, label }) => ({ record, label })),
      lessons,
      mails: received + sent + replies,
      family,
    }
  }
}

export type CountErasure = ReturnType<typeof erasureCounter>
