import { readLiveState } from '@app/local-stack/state'
import { keyNames, writeKey } from '@app/local-stack/variables'
import { rotateKeys } from '@app/secrets/key-rotation'
import type { Context } from '../context'

/** Services poll their key files every 2 s. */
const keyPropagationMs = 5_000

/** Replaces the session key, also while the product runs. Existing sessions stay valid. */
export async function rotate(context: Context): Promise<number> {
  const { layout, envFile, given, write } = context
  const elsewhere = keyNames.find((name) => given[name] ?? given[`${name}_FILE`])
  if (elsewhere) throw new Error(`${elsewhere} comes from the environment: change it there`)
  const running = readLiveState(layout)?.phase === 'ready'
  await rotateKeys(envFile, async (name, value) => {
    if (!running) return
    writeKey(layout, name, value)
    await Bun.sleep(keyPropagationMs)
  })
  write('Sessions are signed with a new key. Existing sessions stay valid until they expire.')
  return 0
}
