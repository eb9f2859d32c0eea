import { docker } from '@app/containers/docker'
import { readState } from '@app/local-stack/state'
import type { Context } from './context'

/** Local processes or containers: as requested by RUN, else as already running, else containers if an engine answers. */
export async function chooseMode({ run, layout, environment }: Context): Promise<'local' | 'docker'> {
  if (run) return run
  if (readState(layout)) return 'local'
  return (await docker.available(environment)) ? 'docker' : 'local'
}
