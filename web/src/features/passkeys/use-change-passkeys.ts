import { beginPasskey, createPasskey, deletePasskey, listPasskeys, renamePasskey } from '@app/contracts/passkeys'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { credentialFrom, isCanceled, loadWebAuthn } from '#lib/passkeys'
import { queryOf, useSingleMutation } from '#lib/queries'

export const passkeysQuery = queryOf(listPasskeys)

/** Creates a passkey in the browser and stores its public key. */
async function addPasskey(name: string) {
  const { startRegistration } = await loadWebAuthn()
  const options = await callApi(beginPasskey)
  const made = await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
  return callApi(createPasskey, { body: { name, response: credentialFrom(made) } })
}

type PasskeyChange =
  | { kind: 'add'; name: string }
  | { kind: 'rename'; id: string; name: string }
  | { kind: 'delete'; id: string; name: string }

const done = { add: 'Added', rename: 'Renamed', delete: 'Deleted' }
const failed = {
  add: 'The passkey could not be added. Please try again.',
  rename: 'The passkey could not be renamed. Please try again.',
}

function send(change: PasskeyChange): Promise<unknown> {
  if (change.kind === 'add') return addPasskey(change.name)
  const { id, name } = change
  const params = { id }
  return change.kind === 'rename'
    ? callApi(renamePasskey, { params, body: { name } })
    : callApi(deletePasskey, { params })
}

/** Changes the user's passkeys one at a time and reloads the list after it. */
export function useChangePasskeys() {
  const client = useQueryClient()
  const { mutate, isPending, isSuccess, error, variables } = useSingleMutation({
    mutationKey: ['change-passkeys'],
    mutationFn: send,
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  })
  return {
    change: mutate,
    isBusy: isPending,
    announcement: isSuccess && variables ? `${done[variables.kind]}: ${variables.name}` : '',
    failure:
      error && variables && variables.kind !== 'delete' && !isCanceled(error)
        ? failureText(error, failed[variables.kind])
        : '',
    deletionError: (id: string) => (variables?.kind === 'delete' && variables.id === id ? error : null),
  }
}

export type ChangePasskeys = ReturnType<typeof useChangePasskeys>
