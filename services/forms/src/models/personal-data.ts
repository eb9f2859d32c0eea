import { erasedValue } from '@app/contracts/history'
import { inquiryTable } from '@app/contracts/inquiries'
import { escapePattern } from '@app/mongo'
import type { Connection } from 'mongoose'

/** Tables whose records belong to the person at their `email`. */
const tables = [inquiryTable, 'students'] as const
export type Erased = { inquiries: number; students: number; ids: string[] }

/** An address in one field. Its normal form is asked for by itself, since not every server finds it by a pattern and an index. */
const holds = (field: string, address: string, pattern: RegExp) => ({
  $or: [{ [field]: address }, { [field]: pattern }],
})
/** `[before, after]` with every value replaced; that there was none stays visible. */
const erasedPair = {
  $map: {
    input: '$$change.v',
    as: 'value',
    in: { $cond: [{ $eq: [{ $ifNull: ['$$value', null] }, null] }, null, erasedValue] },
  },
}
const withoutValues = {
  $arrayToObject: {
    $map: {
      input: { $objectToArray: { $ifNull: ['$changes', {}] } },
      as: 'change',
      in: { k: '$$change.k', v: erasedPair },
    },
  },
}

/** What the tables, their trash and their history hold of a person. */
export function personalData(connection: Connection) {
  const collection = (name: string) => connection.collection(name)

  /** That something was changed, by whom and when stays in the history; what it was does not. */
  async function forget(ids: readonly string[], email: RegExp): Promise<void> {
    const ofPerson = {
      table: { $in: [...tables] },
      $or: [{ record_id: { $in: [...ids] } }, { 'changes.email': email }],
    }
    await collection('revisions').updateMany(ofPerson, [{ $set: { changes: withoutValues } }])
  }

  async function eraseIn(table: (typeof tables)[number], address: string, pattern: RegExp) {
    const live = holds('email', address, pattern)
    const trashed = { table, ...holds('record.email', address, pattern) }
    const ids = await Promise.all([
      collection(table).distinct('_id', live),
      collection('trash').distinct('record._id', trashed),
    ])
    const { deletedCount } = await collection(table).deleteMany(live)
    const fromTrash = await collection('trash').deleteMany(trashed)
    return { deleted: deletedCount + fromTrash.deletedCount, ids: ids.flat().map(String) }
  }

  return {
    /** One pass. `known`: records that former passes found, whose history may have been written since. */
    async erase(address: string, known: readonly string[] = []): Promise<Erased> {
      const email = new RegExp(`^${escapePattern(address)}$`, 'i')
      const [inquiries, students] = await Promise.all(tables.map((table) => eraseIn(table, address, email)))
      const ids = [...known, ...inquiries!.ids, ...students!.ids]
      await forget(ids, email)
      return { inquiries: inquiries!.deleted, students: students!.deleted, ids }
    },
  }
}

export type PersonalData = ReturnType<typeof personalData>
