import type { SpamReason } from '@app/contracts/inquiries'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { spamWords } from '../mail-words'

type Props = { reason: SpamReason | null; busy: boolean; onRelease: () => void }

/** Why nobody was told of this inquiry, and how to change that. */
export const SpamNotice = ({ reason, busy, onRelease }: Props) => (
  <Notice tone="warn" title="Held as spam">
    <p>
      {reason && `${spamWords[reason]} `}
      Nobody was mailed. It is deleted 30 days after it came.
    </p>
    <Button size="small" className="mt-1 justify-self-start" aria-disabled={busy} onClick={onRelease}>
      {busy ? 'Releasing...' : 'Not spam'}
    </Button>
  </Notice>
)
