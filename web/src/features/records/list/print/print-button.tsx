import { type Column, tabLabel } from '@app/table-schema/cell'
import type { TableSchema } from '@app/table-schema/schema'
import { Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { useListener } from '#lib/use-listener'
import { Spinner } from '#ui/icon'
import { useToast } from '#ui/toast'
import type { View } from '../list-view'
import { fetchPrinted, type PrintedList, PrintSheet } from './print-sheet'

type Props = { schema: TableSchema; view: View; columns: readonly Column[] }

const isPrintKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key === 'p' && (ctrlKey || metaKey) && !shiftKey && !altKey

/** Prints all records of a view with the columns that are shown, as the browser's own key for printing does. */
export function PrintButton({ schema, view, columns }: Props) {
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
      if (!stop.signal.aborted) showToast({ text: failureText(error, 'Failed to load the records to print') })
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
        <PrintSheet title={tabLabel(schema)} columns={columns} list={list} onPrinted={() => setList(undefined)} />
      )}
    </>
  )
}
