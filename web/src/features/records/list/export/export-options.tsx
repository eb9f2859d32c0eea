import { ChevronDown } from 'lucide-react'
import { onDemand } from '#ui/on-demand'
import { Popover } from '#ui/popover'
import type { ExportChoices } from './export-form'

const ExportForm = onDemand(
  () => import('./export-form'),
  (file) => file.ExportForm,
)

/** The options of an export below a button of their own. */
export const ExportOptionsMenu = (props: ExportChoices) => (
  <Popover
    label="Export options"
    triggerLabel="Export options"
    align="right"
    trigger={<ChevronDown className="size-4" />}
    className="grid min-h-9 w-9 place-items-center rounded-control border-2 border-edge bg-card hover:border-forest hover:bg-sunken"
  >
    {(close) => <ExportForm {...props} close={close} />}
  </Popover>
)
