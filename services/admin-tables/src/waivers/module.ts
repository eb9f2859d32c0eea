import type { Context, Part } from '../context'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import { waiverRoutes } from './routes'
import { waiverActions } from './sign-waiver'
import { waiverStore } from './waiver-store'

/** The waiver, and who has signed it. */
export function waiversModule(context: Context, below: { tables: Tables; records: Records }) {
  const { collection, hasSamples, scopeOf } = context
  const { tables } = below.tables
  const { records, revisions, apply } = below.records
  const waivers = waiverStore(collection, { hasSamples })
  const deps = { tables, records, waivers, revisions, apply }
  const part: Part = {
    stores: [waivers],
    routes: waiverRoutes({ ...deps, scopeOf }),
    complete: waiverActions(deps).sweep,
  }
  return { waivers, part }
}
