import type { CurrentUser } from '@app/contracts/users'
import { useAtomValue, useSetAtom } from 'jotai'
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { supportsPasskeys } from '#lib/passkeys'
import { Button } from '#ui/button'
import { loginAtom } from './login.atoms'
import { offerPasskeysAtom, signInWithPasskeyAtom } from './passkey.atoms'

/** Sign-in with a passkey: by this button, or from the suggestions of the email field. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (user: CurrentUser) => void }) {
  const { busy } = useAtomValue(loginAtom)
  const signIn = useSetAtom(signInWithPasskeyAtom)
  const offer = useSetAtom(offerPasskeysAtom)
  const enter = useEffectEvent((user: CurrentUser | null) => {
    if (user) onSignedIn(user)
  })
  useEffect(() => {
    offer().then(enter)
  }, [offer])

  if (!supportsPasskeys()) return null
  return (
    <Button variant="outline" disabled={busy !== null} onClick={async () => enter(await signIn())}>
      <KeyRound className="size-5" />
      {busy === 'passkey' ? 'Waiting for your passkey...' : 'Use a passkey'}
    </Button>
  )
}
