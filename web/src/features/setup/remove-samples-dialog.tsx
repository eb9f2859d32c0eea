import type { Job } from '@app/contracts/jobs'
import { removeSamples, type Samples } from '@app/contracts/setup'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { followJob, undoJob } from '#lib/follow-job'
import { paths } from '#lib/paths'
import { useSingleMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { counted } from '#lib/words'
import { CheckField, withChecked } from '#ui/check-field'
import { ConfirmDialog } from '#ui/dialog'
import { Failure } from '#ui/load-state'
import { useToast, useUndo } from '#ui/toast'

/** Removes the sample records as one job, with its progress and Undo. */
function useRemoveSamples(onEnded: (job: Job) => void) {
  const client = useQueryClient()
  const toast = useToast()
  // Records of every table come and go.
  const reload = () => client.invalidateQueries()
  const undo = useUndo(reload)
  const [progress, setProgress] = useState<Job>()

  const { mutate, isPending, error } = useSingleMutation({
    mutationKey: ['remove samples'],
    mutationFn: async (changed: string[]) =>
      followJob(await callApi(removeSamples, { body: { changed } }), setProgress),
    async onSuccess(job) {
      const stayed = job.skipped.length > 0 ? `, ${job.skipped.length} stayed` : ''
      toast({
        text: `Removed ${counted(job.changed, 'sample record')}${stayed}`,
        link: { label: 'Show in Recent work', href: paths.work },
        ...(job.undoable && {
          undo: () =>
            undo(async () => {
              const undone = await undoJob(job.id)
              return `Undone: ${counted(undone.changed, 'record')}`
            }),
        }),
      })
      await reload()
      onEnded(job)
    },
    onSettled: () => setProgress(undefined),
  })
  return { remove: mutate, isRunning: isPending, progress, error }
}

type Props = { tables: Samples['tables']; onClose: () => void; onEnded: (job: Job) => void }

/** Asks before the sample records go. Those that people have changed stay unless they are chosen. */
export function RemoveSamplesDialog({ tables, onClose, onEnded }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  useRecentSignIn('Removing the sample records', removeSamples)
  const { remove, isRunning, progress, error } = useRemoveSamples(onEnded)
  const shown = tables.map(({ title, records }) => ({
    title,
    unchanged: records.filter(({ isChanged }) => !isChanged).length,
    changed: records.filter(({ isChanged }) => isChanged),
  }))
  const changed = shown.flatMap(({ title, changed: all }) => all.map((record) => ({ ...record, title })))
  const count = shown.reduce((sum, { unchanged }) => sum + unchanged, 0) + chosen.size

  return (
    <ConfirmDialog
      title="Remove the sample records"
      action={isRunning ? 'Removing...' : `Remove ${counted(count, 'record')}`}
      busy={isRunning}
      isReady={count > 0}
      onConfirm={() => remove([...chosen])}
      onClose={onClose}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <ul className="grid gap-1">
          {shown
            .filter(({ unchanged }) => unchanged > 0)
            .map(({ title, unchanged }) => (
              <li key={title} className="flex justify-between gap-4">
                {title} <span className="tabular-nums">{unchanged}</span>
              </li>
            ))}
        </ul>
        {changed.length > 0 && (
          <fieldset disabled={isRunning} className="grid gap-1">
            <legend className="pb-1 font-semibold">Changed since. They stay unless you choose them:</legend>
            {changed.map(({ id, label, title }) => (
              <CheckField
                key={id}
                checked={chosen.has(id)}
                onCheck={(checked) => setChosen(withChecked(chosen, id, checked))}
                className="flex min-h-11 items-center gap-3 [overflow-wrap:anywhere]"
              >
                <span>
                  {label} <span className="text-muted">({title})</span>
                </span>
              </CheckField>
            ))}
          </fieldset>
        )}
        <p className="text-muted">
          Your own records stay as they are, and so does a sample that one of them refers to. You can undo it for 30
          days.
        </p>
        {progress && progress.total > 0 && (
          <p role="status" className="tabular-nums">
            {progress.done} of {progress.total} records
          </p>
        )}
        <Failure error={error} fallback="Failed to remove the sample records" />
      </div>
    </ConfirmDialog>
  )
}
