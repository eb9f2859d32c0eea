import { lazy } from 'react'
import { reloadingImport } from '#lib/reloading-import'
import { everyTable, type FeatureModule, type RecordPartProps } from '#lib/table-extension'
import { ChunkBoundary } from '#ui/chunk'
import { Notice } from '#ui/notice'

const loadHistory = reloadingImport(() => import('./history-section'))
const History = lazy(async () => ({ default: (await loadHistory()).HistorySection }))

/** The section "History" of every record; its code is loaded when it is opened. */
const RecordHistory = (props: RecordPartProps) => (
  <ChunkBoundary
    loading={<p role="status">Loading the history...</p>}
    failed={
      <Notice tone="bad">
        <p>The history could not be loaded. Load the page again to see it.</p>
      </Notice>
    }
  >
    <History {...props} />
  </ChunkBoundary>
)

export const historyModule: FeatureModule = {
  tables: { [everyTable]: { recordSections: [{ key: 'history', label: 'History', Section: RecordHistory }] } },
}
