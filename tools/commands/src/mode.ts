import { docker } from '@app/containers/docker'
import { isFree } from '@app/local-stack/ports'
import { readState } from '@app/local-stack/state'
import { readVariables } from '@app/secrets/variables'
import type { Context } from './context'

/** Local processes or containers: as requested by RUN, else as already running, else containers if an engine answers. */
export async function chooseMode(context: Context): Promise<'local' | 'docker'> {
  const { run, layout, environment, port } = context
  if (run) return run
  if (readState(layout)) return 'local'
  // A checkout that has used containers has their data: a busy engine must not make it start without them. A port that is
  // taken may be theirs, too, after a plain `docker compose up`.
  const { COMPOSE_PROJECT_NAME, COMPOSE_FILE } = readVariables(context)
  const mayHaveContainers = COMPOSE_PROJECT_NAME || COMPOSE_FILE || !(await isFree(port))
  const timeoutMs = mayHaveContainers ? 60_000 : undefined
  return (await docker.available(environment, timeoutMs)) ? 'docker' : 'local'
}
