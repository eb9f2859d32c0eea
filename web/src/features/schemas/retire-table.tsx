import { retireSchema } from '@app/contracts/schema-calls'
import type { EditableSchema } from '@app/contracts/schema-editor'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { useSingleMutation } from '#lib/queries'
import { Button } from '#ui/button'
import { Failure } from '#ui/load-state'
import { useToast } from '#ui/toast'
import { reloadSchemas } from './schema-queries'

/** Hides a table, or brings it back. */
export function RetireTable({ stored }: { stored: EditableSchema }) {
  const client = useQueryClient()
  const showToast = useToast()
  const change = useSingleMutation({
    mutationKey: ['schema', stored.name],
    mutationFn: () =>
      callApi(retireSchema, {
        params: { name: stored.name },
        body: { version: stored.version, isRetired: !stored.isRetired },
      }),
    onSuccess: () => showToast({ text: stored.isRetired ? `${stored.title} is back` : `${stored.title} is retired` }),
    onSettled: () => reloadSchemas(client),
  })
  if (!stored.isRetired && stored.neededFields.length > 0)
    return <p className="text-muted">Other parts of the product need this table. It cannot be retired.</p>
  return (
    <div className="grid justify-items-start gap-2">
      <Failure error={change.error} fallback="The table could not be changed" />
      <p className="text-muted">
        {stored.isRetired
          ? 'This table is retired and hidden. Its records are still there.'
          : 'A retired table is hidden. Its records stay, and it can be brought back.'}
      </p>
      <Button variant="outline" disabled={change.isPending} onClick={() => change.mutate()}>
        {stored.isRetired ? 'Bring back this table' : 'Retire this table'}
      </Button>
    </div>
  )
}
