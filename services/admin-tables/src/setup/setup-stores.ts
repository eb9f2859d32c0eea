import type { Db } from 'mongodb'
import type { TableSchemaStore } from '../tables/table-schema-store'
import { sampleStore } from './sample-store'
import { setupFacts } from './setup-facts'
import { type StoredSetup, setupStore } from './setup-store'

/** What the first steps of a school are read from. */
export function setupStores(db: () => Db, tables: Pick<TableSchemaStore, 'find'>) {
  const collection = (name: string) => db().collection(name)
  return {
    samples: sampleStore({ collection, tables }),
    setup: setupStore(() => db().collection<StoredSetup>('site_setup')),
    setupFacts: setupFacts(collection),
  }
}
