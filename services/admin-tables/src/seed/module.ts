import type { Context } from '../context'
import type { Tables } from '../tables/module'
import { seedMark } from '../tables/record-seeder'
import { seedRecords, seeds } from '.'
import { sampleMark, sampleRecords } from './samples'

/** The tables and records that an installation starts with. */
export const seedModule = ({ hasSamples }: Context, { tables: { tables, seed } }: { tables: Tables }) => ({
  async add(): Promise<void> {
    await tables.seed(seeds)
    await seed(seedMark, seedRecords)
    if (hasSamples) await seed(sampleMark, sampleRecords(Date.now()))
  },
})
