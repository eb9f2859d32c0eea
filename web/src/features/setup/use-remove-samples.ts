import { type Job, undoJob } from '@app/contracts/jobs'
import { removeSamples } from '@app/contracts/setup'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { followJob } from '#lib/follow-job'
import { paths } from '#lib/paths'
import { useSingleMutation } from '#lib/use-single-mutation'
import { counted } from '#lib/words'
import { showToastAtom } from '#ui/toast'
import { useUndo } from '#ui/use-undo'

/** Removes the sample records as one job, with its progress and Undo. */
export function useRemoveSamples(onEnded: (job: Job) => void) {
  const client = useQueryClient()
  const toast = useSetAtom(showToastAtom)
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
              const undone = await followJob(await callApi(undoJob, { params: { id: job.id } }))
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
