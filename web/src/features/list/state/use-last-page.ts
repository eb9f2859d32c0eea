import type { RecordPage } from '@app/contracts/tables'
import { useEffect } from 'react'
import type { ShowView, View } from '../list-view'

/** Steps back to the last page when the shown one is gone, for instance after its last record was deleted. */
export function useLastPage(data: RecordPage | undefined, isFetching: boolean, { page }: View, show: ShowView) {
  const last = data && !isFetching && page > data.totalPages && data.totalPages > 0 ? data.totalPages : null
  useEffect(() => {
    if (last) show({ page: last }, { replace: true })
  })
}
