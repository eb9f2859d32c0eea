import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { recordsKey } from '#lib/records'
import type { RecordPartProps } from '#lib/table-extension'
import { useExtension } from '../../list/use-extension'
import { ReferrerList } from '../referrers/referrer-list'
import { PanelDetails } from './panel-details'

/** The head that the table adds, then the sections of the record: its fields, and those that extensions add. */
export function PanelSections({ schema, record, onDirty, onChanged, onGone }: RecordPartProps) {
  const id = useId()
  const client = useQueryClient()
  const { RecordHead, RecordTail, recordSections = [] } = useExtension(schema.name)
  const [selected, select] = useState('details')
  const reloadList = () => client.invalidateQueries({ queryKey: recordsKey(schema.name) })
  const part: RecordPartProps = {
    schema,
    record,
    onDirty,
    onChanged: () => {
      reloadList()
      onChanged()
    },
    onGone: () => {
      reloadList()
      onGone()
    },
  }
  const sections = [{ key: 'details', label: 'Details' }, ...recordSections]
  const Section = recordSections.find(({ key }) => key === selected)?.Section

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      {RecordHead && <RecordHead {...part} />}
      {sections.length > 1 && (
        <div role="tablist" aria-label="Record" className="flex flex-wrap gap-1 border-line border-b">
          {sections.map(({ key, label }) => (
            <button
              key={key}
              type="button"
              role="tab"
              id={`${id}-${key}`}
              aria-selected={key === selected}
              aria-controls={`${id}-panel`}
              onClick={() => select(key)}
              className="min-h-9 rounded-t-lg border-transparent border-b-2 px-3 font-display font-semibold text-muted text-sm hover:text-ink aria-selected:border-accent aria-selected:text-ink"
            >
              {label}
            </button>
          ))}
        </div>
      )}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: it has the name only together with the role. */}
      <div
        id={`${id}-panel`}
        role={sections.length > 1 ? 'tabpanel' : undefined}
        aria-labelledby={sections.length > 1 ? `${id}-${selected}` : undefined}
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
      >
        {Section ? (
          <Section {...part} />
        ) : (
          <>
            <PanelDetails schema={schema} record={record} />
            <ReferrerList table={schema.name} id={record.id} />
          </>
        )}
      </div>
      {RecordTail && <RecordTail {...part} />}
    </div>
  )
}
