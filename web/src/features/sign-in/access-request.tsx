import { AppError } from '@app/contracts/errors'
import { useState } from 'react'
import { failureText } from '#lib/failure-text'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { askForAccess } from './sign-in.api'

type State = { kind: 'idle' | 'asking' | 'asked' } | { kind: 'failed'; message: string }

/** Asks the admins by mail to let this person in. */
export function AccessRequest({ onChange }: { onChange: () => void }) {
  const [state, setState] = useState<State>({ kind: 'idle' })

  async function ask() {
    setState({ kind: 'asking' })
    try {
      await askForAccess()
      setState({ kind: 'asked' })
    } catch (error) {
      // Became an admin meanwhile, or is signed in no more: the guard finds out which.
      if (error instanceof AppError && (error.code === 'conflict' || error.code === 'not_signed_in')) return onChange()
      setState({ kind: 'failed', message: failureText(error, 'Your request could not be sent.') })
    }
  }

  if (state.kind === 'asked')
    return (
      <Notice tone="good" takesFocus>
        <p className="text-left">Your request has been sent to the admins. Come back once you have heard from them.</p>
      </Notice>
    )
  return (
    <>
      {state.kind === 'failed' && (
        <Notice tone="bad">
          <p className="text-left">{state.message}</p>
        </Notice>
      )}
      <Button variant="outline" disabled={state.kind === 'asking'} onClick={ask}>
        {state.kind === 'asking' ? 'Asking...' : 'Ask an admin for access'}
      </Button>
    </>
  )
}
