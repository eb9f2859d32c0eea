import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { endAllSessionsAtom, sessionsAtom } from './sessions.atoms'

/** Ends all sessions after a confirmation. */
export function EndAll({ onSignedOut }: { onSignedOut: () => void }) {
  const { ending } = useAtomValue(sessionsAtom)
  const endAll = useSetAtom(endAllSessionsAtom)
  const [asking, setAsking] = useState(false)

  async function confirm() {
    setAsking(false)
    await endAll(onSignedOut)
  }

  return (
    <>
      <Button
        variant="outline"
        className="justify-self-start"
        disabled={ending !== null}
        onClick={() => setAsking(true)}
      >
        {ending === 'all' ? 'Logging out...' : 'Log out everywhere'}
      </Button>
      {asking && (
        <Dialog
          title="Log out everywhere?"
          role="alertdialog"
          size="small"
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button variant="outline" onClick={() => setAsking(false)}>
                Cancel
              </Button>
              <Button onClick={confirm}>Log out everywhere</Button>
            </>
          }
        >
          <p>You will have to sign in again in every browser, including this one. Unsaved changes there are lost.</p>
        </Dialog>
      )}
    </>
  )
}
