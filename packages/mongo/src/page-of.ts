import type { Collection, Document, Filter, FindOptions, WithId } from 'mongodb'

type Wanted = Pick<FindOptions, 'sort' | 'projection'> & { page: number; size: number; maxTimeMS: number }

/** One page of what a filter selects, and how many there are in all. */
export async function pageOf<Stored extends Document>(
  collection: Collection<Stored>,
  filter: Filter<Stored>,
  { page, size, maxTimeMS, ...options }: Wanted,
): Promise<{ data: WithId<Stored>[]; total: number }> {
  const [data, total] = await Promise.all([
    collection.find(filter, { ...options, skip: (page - 1) * size, limit: size, maxTimeMS }).toArray(),
    collection.countDocuments(filter, { maxTimeMS }),
  ])
  return { data, total }
}
