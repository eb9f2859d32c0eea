import { seconds } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/email-address'
import { isObjectId } from '@app/contracts/object-id'
import { type Scope, withinScope } from '@app/record-query'
import { type Db, type Document, ObjectId } from 'mongodb'

const maxTimeMS = seconds(2)
/** Of each address. A family has fewer; an address that stands in many records says nothing about who wrote. */
const maxRecords = 20

const named = ({ guardians }: Document): string[] => [guardians].flat().filter((id) => typeof id === 'string')

/** Reads which addresses belong to one family: those of a guardian, of the students and of their other guardians. */
export const familyAddresses = (db: () => Pick<Db, 'collection'>) => {
  const read = async (
    table: string,
    filter: object,
    field: string,
    { scope, limit }: { scope: Scope; limit: number },
  ) =>
    db()
      .collection(table)
      .find(await withinScope(scope, table, filter), { projection: { [field]: 1, email: 1 }, limit, maxTimeMS })
      .toArray()

  /** By the address of a guardian, the other addresses of the family, in the records that the scope holds. */
  async function families(addresses: readonly string[], scope: Scope): Promise<ReadonlyMap<string, string[]>> {
    if (addresses.length === 0) return new Map()
    const within = { scope, limit: maxRecords * addresses.length }
    const guardians = await read('guardians', { email: { $in: [...addresses] } }, 'name', within)
    if (guardians.length === 0) return new Map()
    const ids = guardians.map(({ _id }) => String(_id))
    const students = await read('students', { guardians: { $in: ids } }, 'guardians', within)
    const rest = new Set(students.flatMap(named).filter((id) => isObjectId(id) && !ids.includes(id)))
    const restIds = [...rest].map((id) => new ObjectId(id))
    const also = rest.size === 0 ? [] : await read('guardians', { _id: { $in: restIds } }, 'name', within)
    // One of them may have so many that nothing was read for another.
    if (addresses.length > 1 && [guardians, students, also].some(({ length }) => length === within.limit))
      return new Map((await Promise.all(addresses.map((one) => families([one], scope)))).flatMap((each) => [...each]))
    const byId = new Map([...guardians, ...also].map((one) => [String(one._id), one]))
    return new Map(
      addresses.map((address) => {
        const records = guardians.filter(({ email }) => email === address).slice(0, maxRecords)
        const own = records.map(({ _id }) => String(_id))
        const children = students
          .filter((student) => named(student).some((id) => own.includes(id)))
          .slice(0, maxRecords)
        const others = children
          .flatMap(named)
          .filter((id) => !own.includes(id))
          .slice(0, maxRecords)
        const found = [...children, ...others.flatMap((id) => byId.get(id) ?? [])]
        const emails = found.flatMap(({ email }) => (typeof email === 'string' ? (normalEmail(email) ?? []) : []))
        return [address, [...new Set(emails)].filter((one) => one !== address)]
      }),
    )
  }
  return families
}

export type FamilyAddresses = ReturnType<typeof familyAddresses>
