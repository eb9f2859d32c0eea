import type { TableRecord } from '@app/contracts/tables'
import { fullText } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import type { Values } from '@app/table-schema/record'
import type { TableSchema } from '@app/table-schema/schema'
import { useState } from 'react'
import { Button, SmallButton } from '#ui/button'
import { Notice } from '#ui/notice'
import { deletionText, type SaveConflict, useLastChange } from './save-conflict'
import { changedFields } from './use-record-form'

type Props = {
  schema: TableSchema
  conflict: SaveConflict
  mine: Values
  onOverwrite: () => void
  onReload: (record: TableRecord) => void
  onRecreate: () => void
  busy: boolean
}

/** Another person changed or deleted the record first: what happened and the choices. What was typed stays in the form. */
export function ConflictNotice(props: Props) {
  const { conflict, onRecreate, busy } = props
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
  return <StaleNotice {...props} theirs={conflict.record} />
}

function StaleNotice({ schema, theirs, mine, onOverwrite, onReload, busy }: Props & { theirs: TableRecord }) {
  const [seen, setSeen] = useState(false)
  const change = useLastChange(schema, theirs)
  return (
    <Notice tone="warn" title="Changed by someone else" takesFocus>
      <p className="[overflow-wrap:anywhere]">{change} Your changes are not saved yet.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" aria-expanded={seen} onClick={() => setSeen(!seen)}>
          {seen ? 'Hide the changes' : 'See the changes'}
        </Button>
        <SmallButton disabled={busy} onClick={() => onReload(theirs)}>
          Reload theirs
        </SmallButton>
        <SmallButton disabled={busy} onClick={onOverwrite}>
          Overwrite with mine
        </SmallButton>
      </div>
      {seen && <Differences schema={schema} theirs={theirs} mine={mine} />}
    </Notice>
  )
}

function Differences({ schema, theirs, mine }: { schema: TableSchema; theirs: TableRecord; mine: Values }) {
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
