import { seconds } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/email-address'
import { isObjectId } from '@app/contracts/object-id'
import { type Scope, withinScope } from '@app/record-query'
import { type Db, ObjectId } from 'mongodb'

const maxTimeMS = seconds(2)
/** A family has fewer; an address that stands in many records says nothing about who wrote. */
const maxRecords = 20

/** Reads which addresses belong to one family: those of a guardian, of the students and of their other guardians. */
export const familyAddresses = (db: () => Pick<Db, 'collection'>) => {
  const read = async (table: string, filter: object, field: string, scope: Scope) =>
    db()
      .collection(table)
      .find(await withinScope(scope, table, filter), {
        projection: { [field]: 1, email: 1 },
        limit: maxRecords,
        maxTimeMS,
      })
      .toArray()

  /** The other addresses of the family of a guardian with this address, in the records that the scope holds. */
  return async (address: string, scope: Scope): Promise<string[]> => {
    const guardians = await read('guardians', { email: { $eq: address } }, 'name', scope)
    if (guardians.length === 0) return []
    const ids = guardians.map(({ _id }) => String(_id))
    const students = await read('students', { guardians: { $in: ids } }, 'guardians', scope)
    const others = students.flatMap(({ guardians: named }) => [named].flat()).filter(isObjectId)
    const rest = others.filter((id) => !ids.includes(id)).map((id) => new ObjectId(id))
    const also = rest.length === 0 ? [] : await read('guardians', { _id: { $in: rest } }, 'name', scope)
    const found = [...students, ...also].flatMap(({ email }) =>
      typeof email === 'string' ? (normalEmail(email) ?? []) : [],
    )
    return [...new Set(found)].filter((one) => one !== address)
  }
}

export type FamilyAddresses = ReturnType<typeof familyAddresses>
