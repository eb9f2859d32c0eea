import { hideSetup, markSetupStep, readSamples, readSetup, removeSamples } from '@app/contracts/calls/setup'
import { serve } from '@app/service/serve'
import { type SetupDeps, setupActions } from './read-setup'
import { type SampleDeps, sampleActions } from './remove-samples'

export type SetupRouteDeps = SetupDeps & SampleDeps

/** What a new school does first, and the sample records that it begins with. */
export function setupRoutes(deps: SetupRouteDeps) {
  const setup = setupActions(deps)
  const samples = sampleActions(deps)
  return [
    serve(readSetup, () => setup.read()),
    serve(markSetupStep, ({ params, body, actor }) => setup.mark(params.step, body, actor.email)),
    serve(hideSetup, ({ body, actor }) => setup.hide(body.hidden, actor.email)),
    serve(readSamples, () => samples.list()),
    serve(removeSamples, ({ body, actor }) => samples.remove(actor, body.changed)),
  ]
}
