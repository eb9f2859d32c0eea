import type { Context } from '../context'
import { keyNames, writeKey } from '../key-files'
import { rotateKeys } from '../key-rotation'
import { readLiveState } from '../state'

/** The services look at their key files every two seconds. */
const untilFollowed = 5_000

/** Gives the product a new session key, also while it runs. Nobody is logged out. */
export async function rotate(context: Context): Promise<number> {
  const { layout, envFile, given, write } = context
  const elsewhere = keyNames.find((name) => given[name] ?? given[`${name}_FILE`])
  if (elsewhere) throw new Error(`${elsewhere} comes from the environment: change it there`)
  const running = readLiveState(layout)?.phase === 'ready'
  await rotateKeys(envFile, async (name, value) => {
    if (!running) return
    writeKey(layout, name, value)
    await Bun.sleep(untilFollowed)
  })
  write('Sessions are signed with a new key. What the old one signed stays good until it ends.')
  return 0
}
