import { createPasskey } from '@app/contracts/passkeys'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { supportsPasskeys } from '#lib/passkeys'
import { useRecentSignInOnEntry } from '#lib/recent-sign-in'
import { Button } from '#ui/button'
import { TextField } from '#ui/field'
import { ListStatus } from '#ui/list-card'
import { PasskeyItem } from './passkey-item'
import { passkeysQuery } from './passkeys.queries'
import { useChangePasskeys } from './use-change-passkeys'

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
