import { Download, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button'

type Props = {
  title: string
  total: number | undefined
  description: string | undefined
  exporting: boolean
  /** Undefined for those who may not export the table. */
  onExport: (() => void) | undefined
  exportOptions: ReactNode
  actions: ReactNode
  /** Undefined where records are created automatically. */
  onAdd: (() => void) | undefined
}

const countText = (total: number) => `(${total} ${total === 1 ? 'record' : 'records'})`

export const TableHeading = ({
  title,
  total,
  description,
  exporting,
  actions,
  onExport,
  exportOptions,
  onAdd,
}: Props) => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-2 max-md:gap-y-1.5">
    <div className="mr-auto grid min-w-0">
      <h2 className="text-xl [overflow-wrap:anywhere]">
        {total === undefined ? title : `${title} ${countText(total)}`}
      </h2>
      {description && <p className="max-w-prose text-muted text-sm compact:hidden">{description}</p>}
    </div>
    <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:gap-1.5">
      {actions}
      {onExport && (
        <div className="flex gap-1">
          <Button variant="outline" size="small" className="max-xs:px-2.5" disabled={exporting} onClick={onExport}>
            <Download className="size-4 max-xs:hidden" />
            Export CSV
          </Button>
          {exportOptions}
        </div>
      )}
      {onAdd && (
        <Button data-add-new size="small" className="max-xs:px-2.5 max-sm:ml-auto" onClick={onAdd}>
          <Plus className="size-4 max-xs:hidden" />
          Add New
        </Button>
      )}
    </div>
  </div>
)
