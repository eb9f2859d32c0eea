import { AppError } from '@app/contracts/errors'
import { useState } from 'react'
import { failureText } from '#lib/failure-text'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { requestAccess } from './sign-in.api'

type State = { kind: 'idle' | 'sending' | 'sent' } | { kind: 'failed'; message: string }

/** Requests dashboard access; the admins get an email. */
export function AccessRequest({ onChange }: { onChange: () => void }) {
  const [state, setState] = useState<State>({ kind: 'idle' })

  async function send() {
    setState({ kind: 'sending' })
    try {
      await requestAccess()
      setState({ kind: 'sent' })
    } catch (error) {
      // Access was granted in the meantime, or the session ended: the guard checks which.
      if (error instanceof AppError && (error.code === 'conflict' || error.code === 'not_signed_in')) return onChange()
      setState({ kind: 'failed', message: failureText(error, 'Failed to send your request.') })
    }
  }

  if (state.kind === 'sent')
    return (
      <Notice tone="good" takesFocus>
        <p className="text-left">Your request has been sent to the admins. They will reply by email.</p>
      </Notice>
    )
  return (
    <>
      {state.kind === 'failed' && (
        <Notice tone="bad">
          <p className="text-left">{state.message}</p>
        </Notice>
      )}
      <Button variant="outline" disabled={state.kind === 'sending'} onClick={send}>
        {state.kind === 'sending' ? 'Sending...' : 'Request access'}
      </Button>
    </>
  )
}
