import { useAtomValue, useSetAtom } from 'jotai'
import type { FormEvent } from 'react'
import { Button } from '#ui/button'
import { TextField } from '#ui/field'
import { loginAtom, sendCodeAtom, typeEmailAtom } from './login.atoms'

/** Step 1: request a code. */
export function EmailStep() {
  const { email, busy } = useAtomValue(loginAtom)
  const type = useSetAtom(typeEmailAtom)
  const send = useSetAtom(sendCodeAtom)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = event.currentTarget.querySelector('input')
    if (!(await send())) input?.focus()
  }

  return (
    <form onSubmit={submit} className="grid gap-5">
      <TextField
        id="login-email"
        label="Email Address"
        type="email"
        required
        placeholder="Enter your email"
        autoComplete="username webauthn"
        value={email}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" disabled={busy !== null || email.trim() === ''}>
        {busy === 'send' ? 'Sending...' : 'Send Login Code'}
      </Button>
    </form>
  )
}
