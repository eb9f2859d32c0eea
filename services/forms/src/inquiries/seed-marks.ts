import { documentOptions, isDuplicateKey } from '@app/mongo'
import { type Connection, Schema } from 'mongoose'

const schema = new Schema<{ _id: string }>({ _id: String }, { ...documentOptions, collection: 'seed_marks' })

/** Returns true for one caller in the life of a database: what was seeded and since removed by staff stays removed. */
export async function claimSeed(connection: Connection, name: string): Promise<boolean> {
  const marks = connection.models['SeedMark'] ?? connection.model('SeedMark', schema)
  try {
    await marks.collection.insertOne({ _id: name as never })
    return true
  } catch (error) {
    // Already stored, perhaps by another replica.
    if (!isDuplicateKey(error)) throw error
    return false
  }
}
