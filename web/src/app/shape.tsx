import { useSearchParams } from 'wouter'
import { TablePreview } from '#features/record/preview/table-preview'
import { ShapePage } from '#features/shape/shape-page'

/** Tables and fields, with the preview that the tables make of a description. */
export function Shape() {
  const [search, setSearch] = useSearchParams()
  return (
    <ShapePage
      table={search.get('table')}
      onOpen={(table) => setSearch(table === null ? {} : { table })}
      Preview={TablePreview}
    />
  )
}
