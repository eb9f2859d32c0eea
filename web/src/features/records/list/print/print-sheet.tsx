import { type Column, fullText } from '@app/table-schema/cell'
import { isEmpty } from '@app/table-schema/conditions'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { counted } from '#lib/words'
import { cellKind } from '../cells/cell-kinds'
import { LabelsContext } from '../references/labels'
import { ReferenceText } from '../references/reference-text'
import type { PrintedList } from './fetch-printed'
import './print.css'

type Props = {
  title: string
  columns: readonly Column[]
  list: PrintedList
  onPrinted: () => void
}

/** More columns than fit across an upright sheet. */
const maxUpright = 6

/** The printed list, without the rest of the page. Prints as soon as it has loaded. */
export function PrintSheet({ title, columns, list: { records, labels }, onPrinted }: Props) {
  useEffect(() => {
    addEventListener('afterprint', onPrinted)
    print()
    return () => removeEventListener('afterprint', onPrinted)
  }, [onPrinted])
  return createPortal(
    <section className="print-sheet" aria-label={`${title} for printing`} data-wide={columns.length > maxUpright}>
      <h1>
        {title} ({counted(records.length, 'record')})
      </h1>
      <LabelsContext value={labels}>
        <table>
          <thead>
            <tr>
              {columns.map(({ key, title: name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <tr key={record.id}>
                {columns.map(({ key, field }) => (
                  <td key={key} data-kind={cellKind(key, field)}>
                    <PrintedValue name={key} field={field} value={record[key]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </LabelsContext>
    </section>,
    document.body,
  )
}

function PrintedValue({ name, field, value }: { name: string; field: Column['field']; value: unknown }) {
  const kind = cellKind(name, field)
  if (kind === 'reference') return <ReferenceText field={field} value={value} />
  // The path of a file is useless on paper.
  if (kind === 'image' || kind === 'file') return isEmpty(value) ? '' : 'File'
  return fullText(field, value)
}
