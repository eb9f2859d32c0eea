import type { Passkey } from '@app/contracts/passkeys'
import { atom } from 'jotai'
import { failureText } from '#lib/failure-text'
import { isCancelled } from '#lib/passkeys'
import { addPasskey, deletePasskey, fetchPasskeys, renamePasskey } from './passkeys.api'

type State = { list: readonly Passkey[] | null; busy: boolean; failure: string; announcement: string }

const stateAtom = atom<State>({ list: null, busy: false, failure: '', announcement: '' })
export const passkeysAtom = atom((get) => get(stateAtom))

/** Runs one call at a time and reloads the list after it. */
const runAtom = atom(null, async (get, set, work: () => Promise<string>, fallback: string) => {
  if (get(stateAtom).busy) return false
  set(stateAtom, { ...get(stateAtom), busy: true, failure: '', announcement: '' })
  try {
    const announcement = await work()
    set(stateAtom, { list: await fetchPasskeys(), busy: false, failure: '', announcement })
    return true
  } catch (error) {
    const failure = isCancelled(error) ? '' : failureText(error, fallback)
    set(stateAtom, { ...get(stateAtom), busy: false, failure })
    return false
  }
})

export const loadPasskeysAtom = atom(null, (_get, set) => set(runAtom, async () => '', 'Failed to load passkeys'))

export const addPasskeyAtom = atom(null, (_get, set, name: string) =>
  set(
    runAtom,
    async () => {
      await addPasskey(name)
      return `Added: ${name}`
    },
    'The passkey could not be added. Please try again.',
  ),
)

export const renamePasskeyAtom = atom(null, (_get, set, { id }: Passkey, name: string) =>
  set(
    runAtom,
    async () => {
      await renamePasskey(id, name)
      return `Renamed: ${name}`
    },
    'The passkey could not be renamed. Please try again.',
  ),
)

export const deletePasskeyAtom = atom(null, (_get, set, { id, name }: Passkey) =>
  set(
    runAtom,
    async () => {
      await deletePasskey(id)
      return `Deleted: ${name}`
    },
    'The passkey could not be deleted. Please try again.',
  ),
)
