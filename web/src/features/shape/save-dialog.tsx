import { AppError } from '@app/contracts/errors'
import type { ShapeImpact, TableShape, ValueFix } from '@app/contracts/shape'
import type { Descriptor } from '@app/table-schema/descriptor'
import { titleOf } from '@app/table-schema/field'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { messageOf } from '#lib/message-of'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { showToastAtom } from '#ui/toast'
import { FixChoice } from './fix-choice'
import { differences } from './rule-texts'
import { fixAll, saveShape, shapesKey, tryShape } from './shape.api'

type Props = {
  stored: TableShape
  draft: Descriptor
  onSaved: () => void
  onClose: () => void
  /** Loads what another admin has saved. */
  onReload: () => void
}

const number = (count: number) => count.toLocaleString('en-US')

/** Tries the draft against the stored records, says what would not fit, and saves it. */
export function SaveDialog({ stored, draft, onSaved, onClose, onReload }: Props) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const [progress, setProgress] = useState<[checked: number, total: number]>([0, 0])
  const [impact, setImpact] = useState<ShapeImpact>()
  const [failure, setFailure] = useState('')
  const [fixes, setFixes] = useState<Record<string, ValueFix>>({})
  const [changed, setChanged] = useState(0)

  useEffect(() => {
    const left = new AbortController()
    tryShape(draft, (checked, total) => setProgress([checked, total]), left.signal).then(setImpact, (error) => {
      if (!left.signal.aborted) setFailure(messageOf(error, 'The check failed'))
    })
    return () => left.abort()
  }, [draft])

  const save = useSingleMutation({
    mutationKey: ['shape', stored.name],
    mutationFn: async () => {
      const saved = await saveShape(draft, stored.version)
      if (Object.keys(fixes).length === 0) return { changed: 0, skipped: 0 }
      const done = await fixAll(saved, fixes, setChanged)
      return { changed: done.changed, skipped: done.skipped.length }
    },
    onSuccess: ({ changed, skipped }) => {
      const records = changed > 0 ? ` ${number(changed)} records changed.` : ''
      const left = skipped > 0 ? ` ${number(skipped)} could not be changed and stay as they are.` : ''
      showToast({ text: `Saved ${draft.title ?? draft.name}.${records}${left}` })
      client.invalidateQueries({ queryKey: shapesKey })
      client.invalidateQueries({ queryKey: ['schemas'] })
      onSaved()
    },
  })

  const faults = impact?.faults ?? []
  const faulty = [...new Set(faults.map(({ field }) => field))]
  return (
    <Dialog
      title="Check and save"
      busy={save.isPending}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={save.isPending} onClick={onClose}>
            Back to editing
          </Button>
          <Button data-first disabled={!impact || save.isPending} onClick={() => save.mutate()}>
            {save.isPending ? (changed > 0 ? `${number(changed)} records changed...` : 'Saving...') : 'Save'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {(failure || save.error) && (
          <Notice tone="bad" takesFocus>
            <p>{failure || messageOf(save.error, 'Save failed')}</p>
            {save.error instanceof AppError && save.error.code === 'conflict' && (
              <Button size="small" variant="outline" className="justify-self-start" onClick={onReload}>
                Load their version
              </Button>
            )}
          </Notice>
        )}
        <section aria-labelledby="shape-changes">
          <h3 id="shape-changes" className="font-semibold">
            Changes
          </h3>
          <ul className="list-disc pl-5">
            {differences(stored.descriptor, draft).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
        {!impact && !failure && (
          <p role="status">
            Checking the stored records... {number(progress[0])}
            {progress[1] > 0 && ` of ${number(progress[1])}`}
            <progress
              aria-label="Records checked"
              max={progress[1] || 1}
              value={progress[0]}
              className="block w-full"
            />
          </p>
        )}
        {impact && (
          <p role="status">
            {impact.faults.length === 0
              ? `All ${number(impact.total)} records fit.`
              : `Some of the ${number(impact.total)} records have values that would not fit.`}
          </p>
        )}
        {impact?.retired.map(({ field, filled }) => (
          <p key={field}>
            <strong>{titleOf(field, stored.descriptor.properties[field])}</strong> is hidden.{' '}
            {filled > 0 && `${number(filled)} records have a value in it. `}
            You can bring it back for 30 days; then it is removed with its values.
          </p>
        ))}
        {faulty.map((field) => (
          <FixChoice
            key={field}
            draft={draft}
            name={field}
            faults={faults.filter((fault) => fault.field === field)}
            fix={fixes[field]}
            onChange={(fix) => {
              const { [field]: _old, ...others } = fixes
              setFixes(fix ? { ...others, [field]: fix } : others)
            }}
          />
        ))}
        {impact && impact.records.length > 0 && (
          <details>
            <summary className="min-h-11 cursor-pointer py-2 font-semibold">
              Records, the first {impact.records.length}
            </summary>
            <ul className="grid gap-1 text-sm">
              {impact.records.map(({ id, label, fields }) => (
                <li key={id} className="[overflow-wrap:anywhere]">
                  <a
                    className="text-link"
                    href={`/admin?table=${stored.name}&record=${id}`}
                    target="_blank"
                    rel="noreferrer"
                  >
                    {label}
                  </a>
                  : {Object.values(fields).join(', ')}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Dialog>
  )
}
