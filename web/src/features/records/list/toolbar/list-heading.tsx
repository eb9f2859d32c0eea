import { ownTable } from '@app/contracts/users'
import { tabLabel } from '@app/table-schema/cell'
import { ChevronDown, Download, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRights, useSeesOwnOnly } from '#lib/rights'
import type { HeadingActionProps } from '#lib/table-extension'
import { plural } from '#lib/words'
import { Button, SmallButton } from '#ui/button'
import { onDemand } from '#ui/chunk'
import { Popover } from '#ui/popover'
import { phone, useMedia } from '#ui/use-media'
import type { ExportChoices } from '../export/export-form'
import { ExportStatus } from '../export/export-status'
import { useExport } from '../export/use-export'
import { useAddRecord, useList } from '../state/list-context'

const ExportForm = onDemand(() => import('../export/export-form').then((file) => file.ExportForm))

/** The options of an export below a button of their own. */
const ExportOptionsMenu = (props: ExportChoices) => (
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

type Props = {
  /** The ids of records that an export may be restricted to. */
  selected: ReadonlySet<string>
  /** Further actions of the table: as buttons, or what `menu` makes of them. */
  actions: (menu?: HeadingActionProps['children']) => ReactNode
}

const FilesMenu = onDemand(() => import('../export/files-menu').then((file) => file.FilesMenu))

/** Title and size of the list, its export and the button that adds a record. */
export function ListHeading({ selected, actions }: Props) {
  const { schema, view, page, columns } = useList()
  const exporting = useExport(schema, view)
  const mayExport = useRights()(schema.name, 'export')
  const isOwn = useSeesOwnOnly(schema.name)
  const addRecord = useAddRecord()
  const total = page.data?.total
  const isRunning = exporting.state.kind === 'running'
  const isPhone = useMedia(phone, false)
  const choices = {
    total,
    selected,
    shown: columns.shown.map(({ key }) => key),
    isRunning,
    table: schema.name,
    onExport: exporting.start,
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 max-md:gap-y-1.5">
        <div className="mr-auto grid min-w-0 sm:min-w-52 sm:flex-1">
          <h2 className="text-xl [overflow-wrap:anywhere]">
            {tabLabel(schema)}
            {/* With its room before. */}
            <span className={total === undefined ? 'invisible' : undefined}>
              {` (${total ?? '00'} ${plural(total ?? 0, 'record')})`}
            </span>
          </h2>
          {isOwn && (
            <p className="text-muted text-sm">
              {schema.name === ownTable ? 'Your own lessons' : 'The students in your own lessons'}
            </p>
          )}
          {/* On one line next to an open record, so that the list stays where it is. */}
          {schema.description && (
            <p title={schema.description} className="truncate text-muted text-sm compact:hidden">
              {schema.description}
            </p>
          )}
        </div>
        {(mayExport || addRecord) && (
          <div className="flex flex-wrap gap-2 max-sm:min-h-11 max-sm:w-full max-sm:gap-1.5">
            {isPhone
              ? actions((onImport) => <FilesMenu {...choices} mayExport={mayExport} onImport={onImport} />)
              : actions()}
            {mayExport && !isPhone && (
              <div className="flex gap-1">
                <SmallButton disabled={isRunning} onClick={() => exporting.start()}>
                  <Download className="size-4" />
                  Export CSV
                </SmallButton>
                <ExportOptionsMenu {...choices} />
              </div>
            )}
            {addRecord && (
              <Button data-add-new size="small" className="max-xs:px-2.5 max-sm:ml-auto" onClick={addRecord}>
                <Plus className="size-4 max-xs:hidden" />
                Add New
              </Button>
            )}
          </div>
        )}
      </div>
      <ExportStatus state={exporting.state} onCancel={exporting.cancel} onDismiss={exporting.dismiss} />
    </>
  )
}
