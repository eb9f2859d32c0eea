import { deletePasskey, type Passkey } from '@app/contracts/passkeys'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { dateText, dayAtSchool } from '#lib/school-time'
import { SmallButton } from '#ui/button'
import { ConfirmDelete } from '#ui/confirm-delete'
import { TextField } from '#ui/field'
import { ListCard, ListCardText } from '#ui/list-card'
import type { ChangePasskeys } from './use-change-passkeys'

type Props = { passkey: Passkey; passkeys: ChangePasskeys }
type ItemProps = Props & { onDeleted: () => void }

const day = (at: string) => dateText(dayAtSchool(at))

/** Its name in a field, in the place of the text. */
function NameForm({ passkey, passkeys, close }: Props & { close: () => void }) {
  const [name, setName] = useState(passkey.name)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === passkey.name) return close()
    passkeys.change({ kind: 'rename', id: passkey.id, name: name.trim() }, { onSuccess: close })
  }
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-1 basis-56 flex-wrap items-end gap-3">
      <TextField
        id={`name-of-${passkey.id}`}
        label={`New name of ${passkey.name}`}
        required
        maxLength={60}
        autoComplete="off"
        autoFocus
        value={name}
        onValue={setName}
      />
      <SmallButton type="submit" disabled={passkeys.isBusy || name.trim() === ''}>
        Save
      </SmallButton>
      <SmallButton type="button" onClick={close}>
        Cancel
      </SmallButton>
    </form>
  )
}

/** One passkey of the list. */
export function PasskeyItem({ passkey, passkeys, onDeleted }: ItemProps) {
  const [renaming, setRenaming] = useState(false)
  return (
    <ListCard icon={KeyRound}>
      {renaming ? (
        <NameForm passkey={passkey} passkeys={passkeys} close={() => setRenaming(false)} />
      ) : (
        <>
          <ListCardText title={passkey.name}>
            Added {day(passkey.createdAt)},{' '}
            {passkey.lastUsedAt ? `last used ${day(passkey.lastUsedAt)}` : 'not used yet'}
          </ListCardText>
          <SmallButton
            aria-label={`Rename ${passkey.name}`}
            disabled={passkeys.isBusy}
            onClick={() => setRenaming(true)}
          >
            Rename
          </SmallButton>
        </>
      )}
      <ConfirmDelete
        title={`Delete ${passkey.name}?`}
        label={`Delete ${passkey.name}`}
        call={deletePasskey}
        remove={{
          isPending: passkeys.isBusy,
          error: passkeys.deletionError(passkey.id),
          mutate: () =>
            passkeys.change({ kind: 'delete', id: passkey.id, name: passkey.name }, { onSuccess: onDeleted }),
        }}
      >
        <p>It no longer signs you in. On the device it stays until you remove it there.</p>
      </ConfirmDelete>
    </ListCard>
  )
}
