import { useState } from 'react'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { useIsEnding } from './use-end-session'

type Props = { isRunning: boolean; onEndAll: () => void }

/** Ends all sessions after a confirmation. */
export function EndAll({ isRunning, onEndAll }: Props) {
  const isEnding = useIsEnding()
  const [asking, setAsking] = useState(false)

  function confirm() {
    setAsking(false)
    onEndAll()
  }

  return (
    <>
      <Button variant="outline" className="justify-self-start" disabled={isEnding} onClick={() => setAsking(true)}>
        {isRunning ? 'Logging out...' : 'Log out everywhere'}
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
          <p>
            You will have to sign in again in every browser, including this one. Unsaved changes there are lost, and
            your calendar addresses stop working.
          </p>
        </Dialog>
      )}
    </>
  )
}
