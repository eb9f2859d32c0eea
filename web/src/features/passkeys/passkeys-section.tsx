import { createPasskey, deletePasskey, type Passkey } from '@app/contracts/passkeys'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { supportsPasskeys } from '#lib/passkeys'
import { useRecentSignInOnEntry } from '#lib/recent-sign-in'
import { dateText, dayAtSchool } from '#lib/school-time'
import { Button, SmallButton } from '#ui/button'
import { ConfirmDelete } from '#ui/confirm-delete'
import { TextField } from '#ui/field'
import { ListCard, ListCardText, ListStatus } from '#ui/list-card'
import { type ChangePasskeys, passkeysQuery, useChangePasskeys } from './use-change-passkeys'

/** The user's passkeys: add, see, rename, delete. */
export function PasskeysSection() {
  const { data: list, error, refetch } = useQuery({ ...passkeysQuery, enabled: supportsPasskeys() })
  const passkeys = useChangePasskeys()
  const [name, setName] = useState('')
  const section = useRef<HTMLElement>(null)
  const entry = useRecentSignInOnEntry('A new passkey', createPasskey)
  const failure = passkeys.failure || (error && failureText(error, 'Failed to load passkeys'))

  function submit(event: FormEvent) {
    event.preventDefault()
    passkeys.change({ kind: 'add', name: name.trim() }, { onSuccess: () => setName('') })
  }
  if (!supportsPasskeys()) return null
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="passkeys" className="in-turn grid gap-4">
      <h2 id="passkeys" className="text-2xl">
        Your passkeys
      </h2>
      <p className="max-w-prose text-muted">
        A passkey signs you in with your fingerprint, face or PIN instead of an emailed code. It works on this site
        only.
      </p>
      <ListStatus
        failure={failure}
        isLoaded={!!list}
        loading="Loading your passkeys..."
        done={passkeys.announcement}
        onRetry={() => refetch()}
      />
      {list && list.length > 0 && (
        <ul aria-label="Passkeys" className="grid gap-3">
          {list.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              passkeys={passkeys}
              // The focused button is gone.
              onDeleted={() => section.current?.focus()}
            />
          ))}
        </ul>
      )}
      <form onSubmit={submit} {...entry} className="grid max-w-md gap-3">
        <TextField
          id="passkey-name"
          label="Name of the new passkey"
          required
          maxLength={60}
          placeholder="Laptop"
          autoComplete="off"
          value={name}
          onValue={setName}
        />
        <Button
          type="submit"
          variant="outline"
          className="justify-self-start"
          disabled={passkeys.isBusy || name.trim() === ''}
        >
          Add a passkey
        </Button>
      </form>
    </section>
  )
}

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
function PasskeyItem({ passkey, passkeys, onDeleted }: ItemProps) {
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
