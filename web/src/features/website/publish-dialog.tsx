import { usesOf, type WebsiteChange } from '@app/contracts/website/changes'
import { colorFaults } from '@app/contracts/website/color-faults'
import { contradictionsIn, leftBehind } from '@app/contracts/website/contradictions'
import { undescribedIn } from '@app/contracts/website/pictures'
import { titleOfPath } from '@app/contracts/website/titles'
import type { WebsiteVersion } from '@app/contracts/website/versions'
import { useAtomValue, useSetAtom } from 'jotai'
import { failureText } from '#lib/failure-text'
import { useSingleMutation } from '#lib/use-single-mutation'
import { counted } from '#lib/words'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { PublishLater } from './publish-later'
import { valueText } from './value-text'
import { changesAtom, contentAtom, draftAtom, publishWebsiteAtom } from './website.atoms'
import { withValue } from './with-value'

type Props = { onClose: () => void; onPublished: (version: WebsiteVersion) => void; onScheduled: () => void }

/** Lists what changes and what contradicts it, and publishes it. */
export function PublishDialog({ onClose, onPublished, onScheduled }: Props) {
  const changes = useAtomValue(changesAtom)
  const publish = useSetAtom(publishWebsiteAtom)
  const content = useAtomValue(contentAtom)!
  const [undescribed, faults] = [undescribedIn(content), colorFaults(content.colors)]
  const { mutate, isPending, error } = useSingleMutation({
    mutationKey: ['publishSite'],
    mutationFn: publish,
    onSuccess: onPublished,
  })
  return (
    <Dialog
      title={`Publish ${counted(changes.length, 'change')}`}
      onClose={onClose}
      busy={isPending}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={isPending}>
            Back
          </Button>
          <Button
            data-first
            onClick={() => mutate()}
            disabled={isPending || undescribed.length > 0 || faults.length > 0}
          >
            {isPending ? 'Publishing...' : 'Publish now'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {error && <Notice tone="bad">{failureText(error, 'The website could not be published.')}</Notice>}
        <Undescribed paths={undescribed} />
        {faults.length > 0 && (
          <Notice tone="bad" title="These colors cannot be read by everyone">
            <p>Choose others under Look, Colors. The nearest ones that can be read are offered there.</p>
          </Notice>
        )}
        <Contradictions />
        <ul aria-label="Changes" className="grid gap-3">
          {changes.map((change) => (
            <Change key={change.path} change={change} />
          ))}
        </ul>
        <p className="text-muted text-sm">Visitors see it within five seconds.</p>
        <PublishLater onScheduled={onScheduled} />
      </div>
    </Dialog>
  )
}

function Undescribed({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return null
  return (
    <Notice tone="bad" title="Describe these photos, or mark them as decoration">
      <ul className="list-disc pl-5">
        {paths.map((path) => (
          <li key={path}>{titleOfPath(path)}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** A change as before and after. */
export const ChangedValue = ({ path, before, after }: WebsiteChange) => (
  <>
    <p className="font-semibold">{titleOfPath(path)}</p>
    <p className="text-muted [overflow-wrap:anywhere]">
      <span className="sr-only">Before: </span>
      <del>{valueText(before, path)}</del>
    </p>
    <p className="whitespace-pre-line [overflow-wrap:anywhere]">
      <span className="sr-only">After: </span>
      <ins className="no-underline">{valueText(after, path)}</ins>
    </p>
  </>
)

function Change({ change }: { change: WebsiteChange }) {
  const { live } = useAtomValue(draftAtom)!
  const content = useAtomValue(contentAtom)!
  const isFact = change.path.startsWith('facts.')
  const uses = isFact ? usesOf(withValue(content, change.path, change.before), content) : []
  return (
    <li className="border-gold border-l-4 pl-3">
      <ChangedValue {...change} />
      {uses.length > 0 && live && (
        <p className="text-muted text-sm">
          Also changes {counted(uses.length, 'text')}: {uses.map(titleOfPath).join('; ')}
        </p>
      )}
    </li>
  )
}

function Contradictions() {
  const { live, cards, prices } = useAtomValue(draftAtom)!
  const content = useAtomValue(contentAtom)!
  const found = [...contradictionsIn(content, cards, prices), ...leftBehind(live, content, prices)]
  if (found.length === 0) return null
  return (
    <Notice tone="warn" title="This does not fit together">
      <ul className="list-disc pl-5">
        {found.map(({ where, found: text, fact }) => (
          <li key={`${where} ${text}`} className="[overflow-wrap:anywhere]">
            {titleOfPath(where)} says “{text}”, the facts say “{fact}”.
          </li>
        ))}
      </ul>
    </Notice>
  )
}
