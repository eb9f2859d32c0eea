import { cancelSitePublication } from '@app/contracts/website/calls'
import { useAtomValue, useSetAtom } from 'jotai'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { instantText } from '#lib/local-time'
import { useSingleMutation } from '#lib/use-single-mutation'
import { counted } from '#lib/words'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { draftAtom, noteScheduledAtom } from './website.atoms'

/** A publication that waits for its time, which every editor can cancel. */
export function ScheduledNotice({ mayEdit }: { mayEdit: boolean }) {
  const { scheduled, changedAt } = useAtomValue(draftAtom)!
  const note = useSetAtom(noteScheduledAtom)
  const { mutate, isPending, error } = useSingleMutation({
    mutationKey: ['cancelSitePublication'],
    mutationFn: () => callApi(cancelSitePublication),
    onSuccess: () => note(null),
  })
  if (!scheduled) return null
  return (
    <Notice tone="good" title={`${counted(scheduled.changes.length, 'change')} will be published`}>
      <p className="[overflow-wrap:anywhere]">
        On {instantText(scheduled.at)}, scheduled by {scheduled.by}
        {changedAt && '. Later changes of the draft are not part of it.'}
      </p>
      {error && <p className="text-bad">{failureText(error, 'It could not be canceled.')}</p>}
      {mayEdit && (
        <Button
          variant="outline"
          size="small"
          className="justify-self-start"
          onClick={() => mutate()}
          disabled={isPending}
        >
          Cancel the publication
        </Button>
      )}
    </Notice>
  )
}
