import type { TableRecord } from '@app/contracts/tables'
import { fullText } from '@app/table-schema/cell'
import type { Descriptor } from '@app/table-schema/descriptor'
import { titleOf } from '@app/table-schema/field'
import type { Values } from '@app/table-schema/record'
import { useState } from 'react'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { instantText } from './local-time'
import { changedFields } from './record-values'
import { deletionText, type SaveConflict } from './save-conflict'

type Props = {
  schema: Descriptor
  conflict: SaveConflict
  mine: Values
  onOverwrite: () => void
  onReload: (record: TableRecord) => void
  onRecreate: () => void
  busy: boolean
}

/** Another person changed or deleted the record first: what happened and the choices. What was typed stays in the form. */
export function ConflictNotice({ schema, conflict, mine, onOverwrite, onReload, onRecreate, busy }: Props) {
  const [seen, setSeen] = useState(false)
  if (conflict.kind === 'deleted') {
    return (
      <Notice tone="warn" title="This record was deleted" takesFocus>
        <p>
          {deletionText(conflict) ?? 'This record was deleted while you were editing.'} Your changes are still here.
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="small" disabled={busy} onClick={onRecreate}>
            Recreate it
          </Button>
        </div>
      </Notice>
    )
  }
  const { record } = conflict
  return (
    <Notice tone="warn" title="Changed by someone else" takesFocus>
      <p>
        This record was saved
        {typeof record.updated_at === 'string' && ` at ${instantText(record.updated_at)}`} while you were editing. Your
        changes are not saved yet.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" aria-expanded={seen} onClick={() => setSeen(!seen)}>
          {seen ? 'Hide the changes' : 'See the changes'}
        </Button>
        <Button size="small" variant="outline" disabled={busy} onClick={() => onReload(record)}>
          Reload theirs
        </Button>
        <Button size="small" variant="outline" disabled={busy} onClick={onOverwrite}>
          Overwrite with mine
        </Button>
      </div>
      {seen && <Differences schema={schema} theirs={record} mine={mine} />}
    </Notice>
  )
}

function Differences({ schema, theirs, mine }: { schema: Descriptor; theirs: TableRecord; mine: Values }) {
  const names = changedFields(schema, theirs, mine)
  if (names.length === 0) return <p className="mt-2">Both versions are the same.</p>
  return (
    <table className="mt-3 w-full text-left text-sm">
      <thead>
        <tr className="text-muted">
          <th className="py-1 pr-3 font-semibold">Field</th>
          <th className="py-1 pr-3 font-semibold">Yours</th>
          <th className="py-1 font-semibold">Theirs</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => {
          const field = schema.properties[name]!
          return (
            <tr key={name} className="border-warn-line border-t align-top [overflow-wrap:anywhere]">
              <th scope="row" className="py-1.5 pr-3 font-semibold">
                {titleOf(name, field)}
              </th>
              <td className="whitespace-pre-wrap py-1.5 pr-3">{fullText(field, mine[name]) || '–'}</td>
              <td className="whitespace-pre-wrap py-1.5">{fullText(field, theirs[name]) || '–'}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
