import type { Context, Part } from '../context'
import type { Records } from '../records/module'
import { undoJob } from '../records/undo-job'
import type { Tables } from '../tables/module'
import type { Website } from '../website/module'
import { removeSamplesJob } from './remove-samples-job'
import { setupRoutes } from './routes'
import { sampleStore } from './sample-store'
import { setupFacts } from './setup-facts'
import { setupStore } from './setup-store'

type Below = { tables: Tables; records: Records; website: Website }

/** The first steps of a new school, and the sample records that it begins with. */
export function setupModule({ collection, jobs, runner }: Context, below: Below) {
  const { tables } = below.tables
  const { batches } = below.records
  const { website } = below.website
  const samples = sampleStore({ collection, tables })
  const setup = setupStore(() => collection('site_setup'))
  const part: Part = {
    routes: setupRoutes({ setup, setupFacts: setupFacts(collection), website, samples, jobs, runner }),
    jobs: { 'remove-samples': removeSamplesJob(batches), 'undo-samples': undoJob(batches) },
  }
  return { part }
}
