import { Download, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button'

type Props = {
  title: string
  total: number | undefined
  description: string | undefined
  exporting: boolean
  onExport: () => void
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
  <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
    <div className="mr-auto grid min-w-0">
      <h2 className="text-xl [overflow-wrap:anywhere]">
        {total === undefined ? title : `${title} ${countText(total)}`}
      </h2>
      {description && <p className="max-w-prose text-muted text-sm max-sm:hidden">{description}</p>}
    </div>
    <div className="flex flex-wrap gap-2">
      {actions}
      <div className="flex gap-1">
        <Button variant="outline" size="small" disabled={exporting} onClick={onExport}>
          <Download className="size-4" />
          Export CSV
        </Button>
        {exportOptions}
      </div>
      {onAdd && (
        <Button data-add-new size="small" onClick={onAdd}>
          <Plus className="size-4" />
          Add New
        </Button>
      )}
    </div>
  </div>
)
