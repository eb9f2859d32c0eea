import { cancelSitePublication } from '@app/contracts/website/calls'
import { useAtomValue, useSetAtom } from 'jotai'
import { failureText } from '#lib/failure-text'
import { instantText } from '#lib/local-time'
import { paths } from '#lib/paths'
import { useCallMutation } from '#lib/queries'
import { counted, dot } from '#lib/words'
import { Button, SmallButton } from '#ui/button'
import { ExternalLink } from '#ui/external-link'
import { Failure } from '#ui/load-state'
import { Notice } from '#ui/notice'
import {
  changesAtom,
  contentErrorsAtom,
  doneAtom,
  draftAtom,
  isSavingAtom,
  isUnsavedAtom,
  noteScheduledAtom,
  saveFailureAtom,
  saveWebsiteAtom,
  shownErrorsAtom,
  undoDoneAtom,
} from './website.atoms'

/** A publication that waits for its time, which every editor can cancel. */
export function ScheduledNotice({ mayEdit }: { mayEdit: boolean }) {
  const { scheduled, changedAt } = useAtomValue(draftAtom)!
  const note = useSetAtom(noteScheduledAtom)
  const { mutate, isPending, error } = useCallMutation(cancelSitePublication, { onSuccess: () => note(null) })
  if (!scheduled) return null
  return (
    <Notice tone="good" title={`${counted(scheduled.changes.length, 'change')} will be published`}>
      <p className="[overflow-wrap:anywhere]">
        On {instantText(scheduled.at)}, scheduled by {scheduled.by}
        {changedAt && '. Later changes of the draft are not part of it.'}
      </p>
      {error && <p className="text-bad">{failureText(error, 'It could not be canceled.')}</p>}
      {mayEdit && (
        <SmallButton onClick={() => mutate()} disabled={isPending}>
          Cancel the publication
        </SmallButton>
      )}
    </Notice>
  )
}

type Props = { mayEdit: boolean; onPublish: () => void }

/** The changes of the draft, its saved state, and the button that publishes it. */
export function DraftBar({ mayEdit, onPublish }: Props) {
  const changes = useAtomValue(changesAtom).length
  const faults = Object.keys(useAtomValue(contentErrorsAtom)).length
  const failure = useAtomValue(saveFailureAtom)
  const retry = useSetAtom(saveWebsiteAtom)
  const done = useAtomValue(doneAtom)
  const undo = useSetAtom(undoDoneAtom)
  return (
    <>
      <section
        aria-label="Draft"
        className="sticky top-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-paper px-4 py-2 md:-mx-8 md:px-8"
      >
        <div className="min-w-24 flex-1">
          <h2 className="text-2xl">Edit site</h2>
          <p role="status" className="text-muted text-sm [overflow-wrap:anywhere]">
            {changes === 0 ? 'No changes' : counted(changes, 'change')}
            <SaveState />
            {done && (
              <>
                {dot}
                <strong>{done.text}</strong>
              </>
            )}
          </p>
        </div>
        <ExternalLink href={paths.home} className="text-link inline-flex min-h-11 items-center max-sm:sr-only">
          Open the website
        </ExternalLink>
        <div className="ml-auto flex gap-x-4">
          {done && (
            <Button variant="outline" onClick={undo}>
              Undo
            </Button>
          )}
          {mayEdit && (
            <Button onClick={onPublish} disabled={changes === 0 || faults > 0}>
              Publish...
            </Button>
          )}
        </div>
      </section>
      <Failure error={failure} fallback="The draft could not be saved.">
        <SmallButton onClick={() => retry()}>Save again</SmallButton>
      </Failure>
    </>
  )
}

function SaveState() {
  const draft = useAtomValue(draftAtom)!
  const faults = Object.keys(useAtomValue(contentErrorsAtom)).length
  const shown = Object.keys(useAtomValue(shownErrorsAtom)).length
  const isSaving = useAtomValue(isSavingAtom)
  const isUnsaved = useAtomValue(isUnsavedAtom)
  // An entry that was just added is not wrong yet.
  if (faults > 0 && shown === 0) return `${dot}Saved once it is filled in`
  if (faults > 0) return `${dot}${counted(faults, 'field needs', 'fields need')} your attention`
  if (isSaving || isUnsaved) return `${dot}Saving...`
  return draft.changedAt ? `${dot}Saved by ${draft.changedBy}` : ''
}
