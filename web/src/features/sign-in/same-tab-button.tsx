import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button'
import { leaveForGoogleAtom } from './google.atoms'
import { loginAtom } from './login.atoms'

/** Sign-in with Google without a popup. */
export function SameTabButton({ returnUrl }: { returnUrl: string }) {
  const { busy } = useAtomValue(loginAtom)
  const leave = useSetAtom(leaveForGoogleAtom)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])

  return (
    <Button ref={button} variant="outline" size="small" disabled={busy !== null} onClick={() => leave(returnUrl)}>
      Continue with Google in this tab
    </Button>
  )
}
