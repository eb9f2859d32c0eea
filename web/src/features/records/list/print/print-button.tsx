import './print.css'
import { AppError } from '@app/contracts/errors'
import type { RecordPage, References, TableRecord } from '@app/contracts/tables'
import { type Column, fullText, tabLabel } from '@app/table-schema/cell'
import { isEmpty } from '@app/table-schema/field'
import { firstPage } from '@app/table-schema/list-query'
import type { TableSchema } from '@app/table-schema/schema'
import { Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { allReferences } from '#lib/records'
import { useListener } from '#lib/use-listener'
import { counted } from '#lib/words'
import { Spinner } from '#ui/icon'
import { useToast } from '#ui/toast'
import { cellKind, ReferenceText } from '../cells/cell'
import type { View } from '../list-view'
import { LabelsContext } from '../references/references.api'
import { useList } from '../state/list-provider'
import { fetchPage } from '../tables.api'

const pageSize = 200
/** About a hundred sheets of paper. */
const maxPrinted = 5_000

type PrintedList = { records: readonly TableRecord[]; labels: References }

/**
 * All records of a view in its order, with the labels of what they refer to.
 * @throws AppError when there are too many
 */
async function fetchPrinted(schema: TableSchema, view: View, signal: AbortSignal): Promise<PrintedList> {
  const pages: RecordPage[] = []
  for (let page = firstPage; ; page++) {
    const answer = await fetchPage(schema, { ...view, page, limit: pageSize }, signal)
    if (answer.total > maxPrinted)
      throw new AppError(
        'invalid_input',
        `${answer.total} records are too many to print. Narrow the list to ${maxPrinted} or fewer.`,
      )
    pages.push(answer)
    if (page >= answer.totalPages) break
  }
  // A record that moved while the pages were read may be on two of them.
  const records = new Map(pages.flatMap(({ data }) => data.map((record) => [record.id, record])))
  return { records: [...records.values()], labels: allReferences(pages) }
}

type PrintSheetProps = {
  title: string
  columns: readonly Column[]
  list: PrintedList
  onPrinted: () => void
}

/** More columns than fit across an upright sheet. */
const maxUpright = 6

/** The printed list, without the rest of the page. Prints as soon as it has loaded. */
function PrintSheet({ title, columns, list: { records, labels }, onPrinted }: PrintSheetProps) {
  useListener('afterprint', onPrinted)
  useEffect(() => print(), [])
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

const isPrintKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key === 'p' && (ctrlKey || metaKey) && !shiftKey && !altKey

/** Prints all records of a view with the columns that are shown, as the browser's own key for printing does. */
export function PrintButton() {
  const { schema, view, columns } = useList()
  const showToast = useToast()
  const [list, setList] = useState<PrintedList>()
  const [isLoading, setLoading] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start() {
    if (running.current) return
    const stop = new AbortController()
    running.current = stop
    setLoading(true)
    try {
      setList(await fetchPrinted(schema, view, stop.signal))
    } catch (error) {
      if (!stop.signal.aborted) showToast({ error, text: 'Failed to load the records to print' })
    } finally {
      running.current = undefined
      setLoading(false)
    }
  }
  useListener('keydown', (event) => {
    if (!isPrintKey(event) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    void start()
  })
  return (
    <>
      <button
        type="button"
        aria-label="Print"
        title="Print all records of this list (Ctrl+P)"
        disabled={isLoading}
        onClick={start}
        className="control control-small inline-grid place-items-center px-2.5 hover:border-forest"
      >
        {isLoading ? <Spinner /> : <Printer className="size-4" />}
      </button>
      {list && (
        <PrintSheet title={tabLabel(schema)} columns={columns.shown} list={list} onPrinted={() => setList(undefined)} />
      )}
    </>
  )
}
