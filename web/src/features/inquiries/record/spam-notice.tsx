import type { SpamReason } from '@app/contracts/inquiries'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { spamTexts } from '../delivery-texts'

type Props = {
  reason: SpamReason | null
  /** True if the school had its mail before the inquiry was held. */
  notified: boolean
  busy: boolean
  onRelease: (() => void) | undefined
}

/** Why this inquiry is held, with the way to release it. */
export const SpamNotice = ({ reason, notified, busy, onRelease }: Props) => (
  <Notice tone="warn" title="Held as spam">
    <p>
      {reason && `${spamTexts[reason]} `}
      {notified ? 'It' : 'The school was not notified. It'} is deleted 30 days after receipt.
    </p>
    {onRelease && (
      <Button size="small" className="mt-1 justify-self-start" aria-disabled={busy} onClick={onRelease}>
        {busy ? 'Releasing...' : 'Not spam'}
      </Button>
    )}
  </Notice>
)
