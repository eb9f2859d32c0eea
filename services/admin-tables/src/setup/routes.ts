import { hideSetup, markSetupStep, readSamples, readSetup, removeSamples } from '@app/contracts/setup'
import { serve } from '@app/service/serve'
import { type SetupDeps, setupActions } from './read-setup'
import { type SampleDeps, sampleActions } from './remove-samples'

type SetupRouteDeps = SetupDeps & SampleDeps

/** The first steps of a new school, and the sample records that it begins with. */
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
