import type { Context } from '../context'
import { isAlive } from '../process-identity'
import { endOrphans, readLiveState } from '../state'

const patience = 40_000

/** Ends everything and returns when it is gone. */
export async function down({ layout, write }: Context): Promise<number> {
  const supervisor = readLiveState(layout)?.supervisor
  if (supervisor) {
    process.kill(supervisor.pid, 'SIGTERM')
    for (const end = Date.now() + patience; isAlive(supervisor) && Date.now() < end; ) await Bun.sleep(50)
    if (isAlive(supervisor)) process.kill(supervisor.pid, 'SIGKILL')
  }
  const orphans = await endOrphans(layout)
  if (!supervisor && orphans.length)
    write(`Its supervisor was gone; ended what it had left behind: ${orphans.join(', ')}`)
  else write(supervisor ? 'Everything has ended. The data is kept.' : 'Nothing is running.')
  return 0
}
