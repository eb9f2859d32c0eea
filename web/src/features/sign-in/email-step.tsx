import { useAtomValue, useSetAtom } from 'jotai'
import type { FormEvent } from 'react'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { loginAtom, sendCodeAtom, typeEmailAtom } from './login.atoms'

/** Step 1: where to send the code. */
export function EmailStep() {
  const { email, busy } = useAtomValue(loginAtom)
  const type = useSetAtom(typeEmailAtom)
  const send = useSetAtom(sendCodeAtom)

  function submit(event: FormEvent) {
    event.preventDefault()
    send()
  }

  return (
    <form onSubmit={submit} className="grid gap-5">
      <TextField
        id="login-email"
        label="Email Address"
        type="email"
        required
        placeholder="Enter your email"
        autoComplete="username"
        value={email}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" disabled={busy || email.trim() === ''}>
        {busy ? 'Sending...' : 'Send Login Code'}
      </Button>
    </form>
  )
}
