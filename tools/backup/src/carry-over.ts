import { inquiryTable } from '@app/contracts/inquiries'
import type { Db } from 'mongodb'
import { collectionNames } from './collections'
import { insertRaw } from './raw-documents'
import { meanwhile, prefixes } from './staging'

/** `refused`: inquiries that the restored collection does not take, such as one whose key it holds; the archive of what was replaced has them. */
export type CarriedOver = { inquiries: number; refused: number }

/**
 * Copies inquiries that were accepted since `since`, while the restore was prepared, from what was replaced into what was restored: no
 * archive can hold them. Their unsent mails are part of them. Can be repeated after an interruption at any point.
 */
export async function carryOver(db: Db, since: Date): Promise<CarriedOver> {
  const carried: CarriedOver = { inquiries: 0, refused: 0 }
  for (const name of await collectionNames(db, prefixes.replaced))
    if (name === inquiryTable || name.startsWith(meanwhile(inquiryTable))) await carryFrom(db, name, since, carried)
  return carried
}

async function carryFrom(db: Db, name: string, since: Date, carried: CarriedOver): Promise<void> {
  const replaced = db.collection(prefixes.replaced + name)
  const restored = db.collection(inquiryTable)
  const newer = { created_at: { $gte: since } }
  const ids = (await replaced.find(newer, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id)
  for (const _id of ids) {
    if (await restored.findOne({ _id }, { projection: { _id: 1 } })) carried.inquiries++
    else {
      const [document] = (await replaced.find({ _id }, { raw: true }).toArray()) as unknown as Buffer[]
      const isTaken = await insertRaw(db, inquiryTable, [document!]).then(
        () => true,
        () => false,
      )
      carried[isTaken ? 'inquiries' : 'refused']++
    }
  }
}
