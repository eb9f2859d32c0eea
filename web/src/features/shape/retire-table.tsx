import { retireShape } from '@app/contracts/calls/shape'
import type { TableShape } from '@app/contracts/shape'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { showToastAtom } from '#ui/toast'
import { reloadSchemas } from './shape-queries'

/** Hides a table, or brings it back. */
export function RetireTable({ shape }: { shape: TableShape }) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const change = useSingleMutation({
    mutationKey: ['shape', shape.name],
    mutationFn: () =>
      callApi(retireShape, {
        params: { name: shape.name },
        body: { version: shape.version, isRetired: !shape.isRetired },
      }),
    onSuccess: () => showToast({ text: shape.isRetired ? `${shape.title} is back` : `${shape.title} is retired` }),
    onSettled: () => reloadSchemas(client),
  })
  if (!shape.isRetired && shape.neededFields.length > 0)
    return <p className="text-muted">Other parts of the product need this table. It cannot be retired.</p>
  return (
    <div className="grid justify-items-start gap-2">
      {change.error && (
        <Notice tone="bad">
          <p>{failureText(change.error, 'The table could not be changed')}</p>
        </Notice>
      )}
      <p className="text-muted">
        {shape.isRetired
          ? 'This table is retired and hidden. Its records are still there.'
          : 'A retired table is hidden. Its records stay, and it can be brought back.'}
      </p>
      <Button variant="outline" disabled={change.isPending} onClick={() => change.mutate()}>
        {shape.isRetired ? 'Bring back this table' : 'Retire this table'}
      </Button>
    </div>
  )
}
