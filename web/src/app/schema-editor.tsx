import { useSearchParams } from 'wouter'
import { TablePreview } from '#features/record/preview/table-preview'
import { SchemaPage } from '#features/schema-editor/schema-page'

/** Tables and fields, with the preview that the tables make of a schema. */
export function SchemaEditor() {
  const [search, setSearch] = useSearchParams()
  return (
    <SchemaPage
      table={search.get('table')}
      onOpen={(table) => setSearch(table === null ? {} : { table })}
      Preview={TablePreview}
    />
  )
}
