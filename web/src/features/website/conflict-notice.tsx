import { useAtomValue, useSetAtom } from 'jotai'
import { momentText } from '#lib/school-time'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { otherDraftAtom, settleConflictAtom } from './website.atoms'

/** Another person has changed or published the draft: nothing is replaced before this person chooses. */
export function ConflictNotice() {
  const theirs = useAtomValue(otherDraftAtom)
  const settle = useSetAtom(settleConflictAtom)
  if (!theirs) return null
  const { changedAt, changedBy } = theirs
  return (
    <Notice tone="warn" title="Someone else is editing the website" takesFocus>
      <p>
        {changedAt
          ? `${changedBy} changed the draft on ${momentText(changedAt)}.`
          : 'The draft was published, or another version was made live.'}{' '}
        Your last changes are not saved.
      </p>
      <div className="flex flex-wrap gap-3 pt-1">
        <Button size="small" onClick={() => settle('theirs')}>
          Continue with theirs
        </Button>
        <Button size="small" variant="outline" onClick={() => settle('mine')}>
          Replace it with mine
        </Button>
      </div>
    </Notice>
  )
}
