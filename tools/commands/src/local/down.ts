import { isAlive } from '@app/installer/process-identity'
import { readLiveState, stopOrphans } from '@app/local-stack/state'
import type { Context } from '../context'

const timeoutMs = 40_000

/** Stops everything and returns when it has exited. */
export async function down({ layout, write }: Context): Promise<number> {
  const supervisor = readLiveState(layout)?.supervisor
  if (supervisor) {
    process.kill(supervisor.pid, 'SIGTERM')
    for (const end = Date.now() + timeoutMs; isAlive(supervisor) && Date.now() < end; ) await Bun.sleep(50)
    if (isAlive(supervisor)) process.kill(supervisor.pid, 'SIGKILL')
  }
  const orphans = await stopOrphans(layout)
  if (!supervisor && orphans.length) write(`The supervisor had ended; stopped its processes: ${orphans.join(', ')}`)
  else write(supervisor ? 'Stopped. The data is kept.' : 'Nothing is running.')
  return 0
}
