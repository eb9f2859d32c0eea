import { seconds } from '@app/contracts/durations'
import { type Erasure, idsIn } from '@app/contracts/erasures'
import { fileUrlsIn } from '@app/contracts/file-url'
import { inquiryTable, mailVersionField } from '@app/contracts/inquiries'
import { personTables } from '@app/contracts/policy'
import { escapePattern } from '@app/mongo/escape-pattern'
import { literalPattern } from '@app/record-query'
import { referenceFields, type TableSchema } from '@app/table-schema'
import { type Collection, type Document, ObjectId } from 'mongodb'
import { movedField } from '../migrations/former-guardians/move-guardians'
import { isErased, recordKey } from './erasure-store'
import type { RevisionStore, StoredRevision } from './revision-store'
import type { Trashed } from './trash-store'

const maxTimeMS = seconds(30)

/** Replies that an address got a copy of, and drafts that name it: inquiries, or their copies in the trash, where fields begin with `record.`. */
function copiesFor(prefix: '' | 'record.', address: string) {
  const typed = { $regex: escapePattern(address), $options: 'i' }
  return {
    typed,
    sent: { [`${prefix}replies.cc`]: address },
    drafted: { [`${prefix}reply_drafts.cc`]: typed },
  }
}

/**
 * Removes an address from the replies to others that it got a copy of, live or in the trash, where fields begin with `record.`. Drafts
 * hold addresses as they are typed.
 */
async function dropCopies(collection: Pick<Collection, 'updateMany'>, prefix: '' | 'record.', address: string) {
  const field = (name: string) => `${prefix}${name}`
  const { typed, sent, drafted } = copiesFor(prefix, address)
  await collection.updateMany(
    sent,
    {
      $pull: {
        [field('replies.$[].cc')]: address,
        [field('mails')]: { kind: 'copy', to: address },
      } as never,
      $inc: { [field(mailVersionField)]: 1 },
    },
    { maxTimeMS },
  )
  await collection.updateMany(
    drafted,
    { $set: { [field('reply_drafts.$[draft].cc')]: '' }, $inc: { [field(mailVersionField)]: 1 } },
    { arrayFilters: [{ 'draft.cc': typed }], maxTimeMS },
  )
}

/** Where a name stands for a person of the school. */
const namedTables = ['students', 'guardians', 'instructors']
/** A name of at least two words: one alone is that of many. */
const fullNameIn = (text: string) => {
  const name = text.trim().replace(/\s+/gu, ' ')
  return name.includes(' ') ? [name] : []
}

/** An address in one field. Its normal form is queried separately, since not every server finds it by a pattern and an index. */
const holds = (field: string, address: string) => ({
  $or: [{ [field]: address }, { [field]: new RegExp(`^${escapePattern(address)}$`, 'i') }],
})

/**
 * Where records of a table are, each with the path of a record in it: the table, and the trash on both sides of it, because a record may be
 * moving.
 */
const placesOf = (table: string) => {
  const trashed = ['trash', 'record.', { table }] as const
  return [trashed, [table, '', {}], trashed] as const
}

type PersonDocument = { table: string; document: Document }

/** Tells programs that the records are gone. */
export type NoteErased = (table: string, ids: readonly string[]) => Promise<void>

/** Records of persons in the tables, their trash and their history. */
export function personRecords(
  collection: (name: string) => Collection,
  revisions: Pick<RevisionStore, 'eraseValues' | 'sweep' | 'flush'>,
  schemas: () => Promise<readonly TableSchema[]>,
  noteErased: NoteErased = async () => {},
) {
  const trash = () => collection('trash') as unknown as Collection<Trashed>

  async function eachTable(records: readonly string[], work: (table: string, ids: ObjectId[]) => Promise<unknown>) {
    for (const table of personTables) {
      const ids = idsIn(records, table).map((id) => new ObjectId(id))
      if (ids.length > 0) await work(table, ids)
    }
  }

  /**
   * Takes guardians who are erased out of their students, with the texts that an earlier release had of them, also where staff have
   * named another guardian since. The values of changes that named them go, too.
   */
  async function unlinkGuardians(ids: readonly string[]): Promise<void> {
    const named = { $in: [...ids] }
    for (const [from, path, filter] of placesOf('students')) {
      const inList = { ...filter, [`${path}guardians`]: named }
      const inText = { ...filter, [`${path}${movedField}`]: named }
      const dropText = { $unset: { [`${path}guardian`]: '' } }
      const found = await collection(from)
        .find({ $or: [inList, inText] }, { projection: { [`${path}_id`]: 1 } })
        .toArray()
      const students = found.map((document) => String(path ? document['record']._id : document._id))
      if (students.length === 0) continue
      await revisions.flush('students', students)
      await revisions.eraseValues({
        table: 'students',
        record_id: { $in: students },
        'changes.guardian': { $exists: true },
      })
      await collection(from).updateMany(inText, dropText)
      await collection(from).updateMany(inList, { $pull: { [`${path}guardians`]: named }, ...dropText } as Document)
    }
  }

  /** Takes erased records out of those that refer to them, such as lessons: they hold no seat and are on no list. */
  async function unlink(table: string, ids: readonly string[]): Promise<void> {
    const named = { $in: [...ids] }
    for (const schema of await schemas())
      for (const { name, table: to, isList } of referenceFields(schema)) {
        if (to !== table) continue
        for (const [from, path, filter] of placesOf(schema.name)) {
          const field = `${path}${name}`
          const change = isList ? { $pull: { [field]: named } } : { $set: { [field]: null } }
          await collection(from).updateMany({ ...filter, [field]: named }, change as Document)
        }
      }
  }

  return {
    /** The records of an address. */
    async of(address: string): Promise<string[]> {
      const found: string[] = []
      for (const table of personTables)
        for (const [from, path, filter] of placesOf(table)) {
          const ids = await collection(from).distinct(`${path}_id`, { ...filter, ...holds(`${path}email`, address) })
          found.push(...ids.map((id) => recordKey(table, String(id))))
        }
      return [...new Set(found)]
    },

    /** Those of these records that hold an erased address, live or in the trash. */
    async holding(records: readonly string[], erasure: Pick<Erasure, 'address' | 'digest'>): Promise<string[]> {
      const found: string[] = []
      await eachTable(records, async (table, ids) => {
        const live = await collection(table)
          .find({ _id: { $in: ids } }, { projection: { email: 1 } })
          .toArray()
        const trashed = await trash()
          .find({ table, 'record._id': { $in: ids } }, { projection: { 'record._id': 1, 'record.email': 1 } })
          .toArray()
        for (const { _id, email } of [...live, ...trashed.map(({ record }) => record)])
          if (isErased(erasure, email)) found.push(recordKey(table, String(_id)))
      })
      return found
    },

    /** The files that these records and their history name, and changes from or to an address. */
    async filesOf(records: readonly string[], address: string | undefined): Promise<string[]> {
      const found = new Set<string>()
      const read = async (documents: AsyncIterable<object>) => {
        for await (const document of documents) for (const url of fileUrlsIn(JSON.stringify(document))) found.add(url)
      }
      await eachTable(records, async (table, ids) => {
        await read(collection(table).find({ _id: { $in: ids } }))
        await read(trash().find({ table, 'record._id': { $in: ids } }))
        await read(collection('revisions').find({ table, record_id: { $in: ids.map(String) } }))
      })
      if (address !== undefined)
        await read(
          collection('revisions').find({ table: { $in: [...personTables] }, ...holds('changes.email', address) }),
        )
      return [...found]
    },

    /**
     * The person's first and last names in these records and their history. A name that another student, guardian or instructor
     * has as well says nothing: whoever writes under it must not have theirs removed.
     */
    async namesOf(records: readonly string[]): Promise<string[]> {
      const values: unknown[] = []
      await eachTable(records, async (table, ids) => {
        const ofThem = { table, record_id: { $in: ids.map(String) } }
        const [live, trashed, changed] = await Promise.all([
          collection(table).distinct('name', { _id: { $in: ids } }),
          trash().distinct('record.name', { table, 'record._id': { $in: ids } }),
          collection('revisions').distinct('changes.name', ofThem),
        ])
        values.push(...live, ...trashed, ...changed.flat())
      })
      const own = idsIn(records).map((id) => new ObjectId(id))
      const isOfAnother = async (name: string) => {
        const alike = { name: new RegExp(`^\\s*${literalPattern(name)}\\s*$`, 'i'), _id: { $nin: own } }
        const found = await Promise.all(
          namedTables.map((table) => collection(table).findOne(alike, { projection: { _id: 1 } })),
        )
        return found.some(Boolean)
      }
      const names = [...new Set(values.flatMap((value) => (typeof value === 'string' ? fullNameIn(value) : [])))]
      const others = await Promise.all(names.map(isOfAnother))
      return names.filter((_, at) => !others[at])
    },

    /** The records themselves, those in the trash, and their changes, also those from or to an address. */
    async read(records: readonly string[], address: string) {
      const [live, trashed, history]: [PersonDocument[], Trashed[], StoredRevision[]] = [[], [], []]
      const copied = collection('revisions') as unknown as Collection<StoredRevision>
      await eachTable(records, async (table, ids) => {
        await revisions.flush(table, ids.map(String))
        const found = await collection(table)
          .find({ _id: { $in: ids } })
          .toArray()
        live.push(...found.map((document) => ({ table, document })))
        trashed.push(
          ...(await trash()
            .find({ table, 'record._id': { $in: ids } })
            .toArray()),
        )
        history.push(...(await copied.find({ table, record_id: { $in: ids.map(String) } }).toArray()))
      })
      const changed = { table: { $in: [...personTables] }, ...holds('changes.email', address) }
      const known = new Set(history.map(({ _id }) => String(_id)))
      const others = (await copied.find(changed).toArray()).filter(({ _id }) => !known.has(String(_id)))
      return { live, trashed, history: [...history, ...others] }
    },

    /** Inquiries, live or in the trash, in which the address got a copy of a reply or is named by a draft. */
    async copies(address: string): Promise<Document[]> {
      const live = copiesFor('', address)
      const trashed = copiesFor('record.', address)
      const found = await collection(inquiryTable)
        .find({ $or: [live.sent, live.drafted] })
        .toArray()
      const deleted = await trash()
        .find({ table: inquiryTable, $or: [trashed.sent, trashed.drafted] })
        .toArray()
      return [...found, ...deleted.map(({ record }) => record)]
    },

    /** Removes records, also from the trash and from what refers to them. That something was changed, by whom and when stays in the history; values do not. */
    remove: (records: readonly string[]) =>
      eachTable(records, async (table, ids) => {
        await collection(table).deleteMany({ _id: { $in: ids } })
        await trash().deleteMany({ table, 'record._id': { $in: ids } })
        if (table === 'guardians') await unlinkGuardians(ids.map(String))
        await unlink(table, ids.map(String))
        await revisions.eraseValues({ table, record_id: { $in: ids.map(String) } })
        if (table === 'students')
          await collection('waiver_signatures').deleteMany({ student: { $in: ids.map(String) } })
        // Last: after a crash all of it is repeated.
        await noteErased(table, ids.map(String))
      }),

    /** Removes the values of changes from or to an address and what makes it a recipient of copies, whatever the record holds now. */
    async forget(address: string): Promise<void> {
      for (const [from, path] of placesOf(inquiryTable)) await dropCopies(collection(from), path, address)
      await revisions.sweep(personTables)
      await revisions.eraseValues({ table: { $in: [...personTables] }, ...holds('changes.email', address) })
    },
  }
}

export type PersonRecords = ReturnType<typeof personRecords>
