import { seedId } from '../tables/record-seeder'
import { sampleMark, sampleRecords } from './samples'

/** The ids of all sample records. Tables that refer to others come before those. */
export const sampleIds: ReadonlyMap<string, readonly string[]> = new Map(
  sampleRecords(0).map(({ table: { name }, records }) => [
    name,
    records.map((_, position) => seedId(sampleMark, name, position)),
  ]),
)
