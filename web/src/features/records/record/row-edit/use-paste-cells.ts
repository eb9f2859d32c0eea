import type { TableRecord } from '@app/contracts/tables'
import { useQueryClient } from '@tanstack/react-query'
import { failureText } from '#lib/failure-text'
import { recordsKey, updateRecord } from '#lib/records'
import { reloadingImport } from '#lib/reloading-import'
import { useMayEdit } from '#lib/rights'
import { useListener } from '#lib/use-listener'
import { counted } from '#lib/words'
import { useToast } from '#ui/toast'
import { useList } from '../../list/state/list-provider'
import type { Pasted, Place } from './pasted-cells'

/** With the readers of dates and numbers, which few lists need. */
const loadReader = reloadingImport(() => import('./pasted-cells'))

type Saved = { before: Record<string, unknown>; record: TableRecord }

/** Fills the cell that has the focus, and those to the right and below, with what was copied from a spreadsheet. */
export function usePasteCells() {
  const { schema, page, columns } = useList()
  const mayEdit = useMayEdit(schema.name)
  const client = useQueryClient()
  const showToast = useToast()

  /** One after the other: each is refused by itself when somebody else has changed its record meanwhile. */
  async function saveAll(changes: readonly Pasted[]) {
    const [saved, failures]: [Saved[], string[]] = [[], []]
    for (const { record, values } of changes) {
      try {
        const before = Object.fromEntries(Object.keys(values).map((name) => [name, record[name] ?? null]))
        saved.push({ before, record: await updateRecord(schema.name, record.id, values, record.updated_at) })
      } catch (error) {
        failures.push(failureText(error, 'Failed to update record'))
      }
    }
    await client.invalidateQueries({ queryKey: recordsKey(schema.name) })
    return { saved, failures }
  }
  async function paste(changes: readonly Pasted[]) {
    const { saved, failures } = await saveAll(changes)
    const left = failures.length > 0 ? ` ${counted(failures.length, 'record')} not: ${failures[0]}` : ''
    const undo = () =>
      void saveAll(saved.map(({ before, record }) => ({ record, values: before }))).then((undone) =>
        showToast({ text: `Paste undone in ${counted(undone.saved.length, 'record')}` }),
      )
    showToast({ text: `Pasted into ${counted(saved.length, 'record')}.${left}`, ...(saved.length > 0 && { undo }) })
  }

  async function read(text: string, place: Place) {
    const reader = await loadReader().catch(() => undefined)
    if (!reader) return showToast({ text: 'Nothing was pasted. Reload the page, and paste again.' })
    const pasted = reader.pastedInto(schema, reader.cellsOf(text), place)
    if ('refusal' in pasted) showToast({ text: `Nothing was pasted. ${pasted.refusal}` })
    else await paste(pasted.changes)
  }

  useListener('paste', (event) => {
    const cell = document.activeElement?.closest<HTMLElement>('[data-row] td[data-stop]')
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (!cell || cell !== document.activeElement || !mayEdit || text === '') return
    const records = page.data?.data ?? []
    const id = cell.closest<HTMLElement>('[data-row]')!.dataset.row
    const place = {
      records,
      columns: columns.shown,
      row: records.findIndex((record) => record.id === id),
      column: Number(cell.dataset.stop) - 1,
    }
    if (place.row < 0 || place.column < 0) return
    event.preventDefault()
    void read(text, place)
  })
}
