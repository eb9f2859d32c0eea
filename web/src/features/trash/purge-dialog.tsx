import { comparable } from '@app/contracts/comparable'
import { purgeRecord, type TrashedRecord } from '@app/contracts/history'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { useSingleMutation } from '#lib/use-single-mutation'
import { TextField } from '#ui/field'
import { SavingDialog } from '#ui/saving-dialog'
import { trashKey } from './trash-query'

type Props = { record: TrashedRecord; onClose: () => void }

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
  function submit() {
    if (comparable(typed) === comparable(record.title)) mutate()
    else setIsWrong(true)
  }
  return (
    <SavingDialog
      title={`Delete ${record.title} for good`}
      role="alertdialog"
      size="small"
      variant="danger"
      saving={{ isPending, error, mutate: submit }}
      texts={{ submit: 'Delete for good', busy: 'Deleting...', failure: 'Failed to delete record' }}
      onClose={onClose}
    >
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
    </SavingDialog>
  )
}
