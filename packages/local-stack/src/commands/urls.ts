import type { Context } from '../context'
import { readLiveState } from '../state'
import { urlLines } from '../summary'

/** Prints `name=url` lines for scripts. */
export async function urls({ layout, write }: Context): Promise<number> {
  const state = readLiveState(layout)
  if (state?.phase === 'ready') {
    write(urlLines(state))
    return 0
  }
  process.stderr.write('It is not running. Start it with: make up\n')
  return 1
}
