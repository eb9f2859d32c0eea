import type { RecordPage } from '@app/contracts/tables'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { messageOf } from '#lib/message-of'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { Spinner } from '#ui/spinner'
import { EmptyTable } from './empty-table'
import { TableGrid } from './grid/table-grid'

type Props = {
  page: UseQueryResult<RecordPage>
  grid: Omit<ComponentProps<typeof TableGrid>, 'records' | 'offset' | 'total' | 'stale'>
  isNarrowed: boolean
  onCreate: (() => void) | undefined
  onClear: () => void
}

/** The records of the page, or why there are none. */
export function TableBody({ page: { data, error, refetch, isFetching }, grid, isNarrowed, onCreate, onClear }: Props) {
  if (error)
    return (
      <Notice tone="bad">
        <p>{messageOf(error, 'Failed to load data')}</p>
        <Button size="small" variant="outline" className="justify-self-start" onClick={() => refetch()}>
          Try again
        </Button>
      </Notice>
    )
  if (!data)
    return (
      <p role="status" className="flex items-center gap-2 py-10 text-muted">
        <Spinner />
        Loading records...
      </p>
    )
  if (data.data.length === 0) return <EmptyTable isNarrowed={isNarrowed} onCreate={onCreate} onClear={onClear} />
  return (
    <TableGrid
      {...grid}
      records={data.data}
      offset={(data.page - 1) * data.limit}
      total={data.total}
      stale={isFetching}
    />
  )
}
