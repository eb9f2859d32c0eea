import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useEffect, useState } from 'react'
import { supportsPasskeys } from '#lib/passkeys'
import { Button } from '#ui/button'
import { TextField } from '#ui/field'
import { Notice } from '#ui/notice'
import { Spinner } from '#ui/spinner'
import { PasskeyItem } from './passkey-item'
import { addPasskeyAtom, loadPasskeysAtom, passkeysAtom } from './passkeys.atoms'

/** The user's passkeys: add, see, rename, delete. */
export function PasskeysSection() {
  const { list, busy, failure, announcement } = useAtomValue(passkeysAtom)
  const load = useSetAtom(loadPasskeysAtom)
  const add = useSetAtom(addPasskeyAtom)
  const [name, setName] = useState('')
  useEffect(() => {
    load()
  }, [load])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await add(name.trim())) setName('')
  }
  if (!supportsPasskeys()) return null
  return (
    <section aria-labelledby="passkeys" className="grid gap-4">
      <h2 id="passkeys" className="text-2xl">
        Your passkeys
      </h2>
      <p className="max-w-prose text-muted">
        A passkey signs you in with your fingerprint, face or PIN instead of an emailed code. It works on this site
        only.
      </p>
      {failure && (
        <Notice tone="bad">
          <p>{failure}</p>
          {!list && (
            <Button size="small" variant="outline" className="justify-self-start" onClick={() => load()}>
              Try again
            </Button>
          )}
        </Notice>
      )}
      <p role="status" className={list ? 'sr-only' : 'flex items-center gap-2 text-muted empty:hidden'}>
        {list || failure ? (
          announcement
        ) : (
          <>
            <Spinner />
            Loading your passkeys...
          </>
        )}
      </p>
      {list && list.length > 0 && (
        <ul aria-label="Passkeys" className="grid gap-3">
          {list.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <form onSubmit={submit} className="grid max-w-md gap-3">
        <TextField
          id="passkey-name"
          label="Name of the new passkey"
          required
          maxLength={60}
          placeholder="Laptop"
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" variant="outline" className="justify-self-start" disabled={busy || name.trim() === ''}>
          Add a passkey
        </Button>
      </form>
    </section>
  )
}
