import { Download, Plus } from 'lucide-react'
import { Button } from '#ui/button'

type Props = {
  title: string
  description: string | undefined
  exporting: boolean
  onExport: () => void
  /** Undefined where records are created automatically. */
  onAdd: (() => void) | undefined
}

export const TableHeading = ({ title, description, exporting, onExport, onAdd }: Props) => (
  <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
    <div className="mr-auto grid min-w-0 gap-0.5">
      <h2 className="text-2xl [overflow-wrap:anywhere]">{title}</h2>
      {description && <p className="max-w-prose text-muted text-sm">{description}</p>}
    </div>
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" disabled={exporting} onClick={onExport}>
        <Download className="size-4.5" />
        Export CSV
      </Button>
      {onAdd && (
        <Button data-add-new onClick={onAdd}>
          <Plus className="size-4.5" />
          Add New
        </Button>
      )}
    </div>
  </div>
)
