import type { Context } from '../context'
import { docker } from '../docker'
import { readState } from '../state'

/** Local processes or containers: as asked for, else whichever runs already, else containers where an engine answers. */
export async function chooseWay({ run, layout, environment }: Context): Promise<'local' | 'docker'> {
  if (run) return run
  if (readState(layout)) return 'local'
  return (await docker.available(environment)) ? 'docker' : 'local'
}
