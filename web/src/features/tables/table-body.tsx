import type { RecordPage } from '@app/contracts/tables'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { messageOf } from '#lib/message-of'
import { LoadError, Loading } from '#ui/load-state'
import { EmptyTable } from './empty-table'
import { TableGrid } from './grid/table-grid'

type Props = {
  page: UseQueryResult<RecordPage>
  grid: Omit<ComponentProps<typeof TableGrid>, 'records' | 'offset' | 'total' | 'stale'>
  isNarrowed: boolean
  onCreate: (() => void) | undefined
  onClear: () => void
}

/** The records of the page, or why there are none. After a failure the records that were loaded before stay. */
export function TableBody({ page: { data, error, refetch, isFetching }, grid, isNarrowed, onCreate, onClear }: Props) {
  if (!data && !error) return <Loading>Loading records...</Loading>
  return (
    <>
      {error && (
        <LoadError text={messageOf(error, 'Failed to load data')} isOutdated={!!data} onRetry={() => refetch()} />
      )}
      {data?.data.length === 0 && <EmptyTable isNarrowed={isNarrowed} onCreate={onCreate} onClear={onClear} />}
      {data && data.data.length > 0 && (
        <TableGrid
          {...grid}
          records={data.data}
          offset={(data.page - 1) * data.limit}
          total={data.total}
          stale={isFetching}
        />
      )}
    </>
  )
}
