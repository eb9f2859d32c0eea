import { cancelJob, listJobs, undoJob } from '@app/contracts/calls/jobs'
import type { Job } from '@app/contracts/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { useSingleMutation } from '#lib/use-single-mutation'

/** Undo and cancel of a job. After both the list is read again: an undo is a job, too. */
export function useJobActions({ id }: Pick<Job, 'id'>) {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: [listJobs.id] })
  const undo = useSingleMutation({
    mutationKey: ['job', id, 'undo'],
    mutationFn: () => callApi(undoJob, { params: { id } }),
    onSettled,
  })
  const cancel = useSingleMutation({
    mutationKey: ['job', id, 'cancel'],
    mutationFn: () => callApi(cancelJob, { params: { id } }),
    onSettled,
  })
  return { undo, cancel }
}
