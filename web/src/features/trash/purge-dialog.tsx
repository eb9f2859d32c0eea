import { purgeRecord } from '@app/contracts/calls/history'
import type { TrashedRecord } from '@app/contracts/history'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextField } from '#ui/field'
import { Notice } from '#ui/notice'
import { trashKey } from './trash-query'

type Props = { record: TrashedRecord; onClose: () => void }

const folded = (text: string) => text.normalize('NFC').trim().replace(/\s+/gu, ' ')

/** Deletes a record for good once its name was typed. */
export function PurgeDialog({ record, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const client = useQueryClient()
  const { mutate, isPending, error } = useSingleMutation({
    mutationKey: ['purge', record.table, record.id],
    mutationFn: () => callApi(purgeRecord, { params: { table: record.table, id: record.id } }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: trashKey })
      onClose()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (folded(typed) === folded(record.title)) mutate()
    else setIsWrong(true)
  }
  return (
    <Dialog
      title={`Delete ${record.title} for good`}
      role="alertdialog"
      size="small"
      busy={isPending}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="purge" variant="danger" disabled={isPending}>
            {isPending ? 'Deleting...' : 'Delete for good'}
          </Button>
        </>
      }
    >
      <form id="purge" onSubmit={submit} className="grid gap-3">
        <p>
          The record and its history are deleted permanently and cannot be restored. Type its name to confirm:{' '}
          <strong className="[overflow-wrap:anywhere]">{record.title}</strong>
        </p>
        <TextField
          id="purge-name"
          label="Name of the record"
          autoComplete="off"
          value={typed}
          {...(isWrong && { error: "That doesn't match the record's name." })}
          onChange={({ target }) => {
            setTyped(target.value)
            setIsWrong(false)
          }}
        />
        {error && (
          <Notice tone="bad">
            <p>{failureText(error, 'Failed to delete record')}</p>
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
