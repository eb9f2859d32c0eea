import { hideSetup, markSetupStep, readSamples, readSetup, removeSamples } from '@app/contracts/setup'
import { serve } from '@app/service/serve'
import type { Context, Part } from '../context'
import type { Records } from '../records/module'
import { undoJob } from '../records/undo-job'
import type { Tables } from '../tables/module'
import type { Website } from '../website/module'
import { setupActions, setupFacts, setupStore } from './read-setup'
import { sampleActions } from './remove-samples'
import { removeSamplesJob } from './remove-samples-job'
import { sampleStore } from './sample-store'

type Below = { tables: Tables; records: Records; website: Website }

/** The first steps of a new school, and the sample records that it begins with. */
export function setupModule({ collection, jobs, runner }: Context, below: Below) {
  const { tables } = below.tables
  const { batches } = below.records
  const { website } = below.website
  const setup = setupActions({
    setup: setupStore(() => collection('site_setup')),
    setupFacts: setupFacts(collection),
    website,
  })
  const samples = sampleActions({ samples: sampleStore({ collection, tables }), jobs, runner })
  const part: Part = {
    routes: [
      serve(readSetup, () => setup.read()),
      serve(markSetupStep, ({ params, body, actor }) => setup.mark(params.step, body, actor.email)),
      serve(hideSetup, ({ body, actor }) => setup.hide(body.hidden, actor.email)),
      serve(readSamples, () => samples.list()),
      serve(removeSamples, ({ body, actor }) => samples.remove(actor, body.changed)),
    ],
    jobs: { 'remove-samples': removeSamplesJob(batches), 'undo-samples': undoJob(batches) },
  }
  return { part }
}
