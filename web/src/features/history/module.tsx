import { everyTable, type FeatureModule } from '#lib/table-extension'
import { onDemand } from '#ui/chunk'
import { Notice } from '#ui/notice'

/** The section "History" of every record; its code is loaded when it is opened. */
const RecordHistory = onDemand(
  () => import('./history-section').then((file) => file.HistorySection),
  () => ({
    loading: <p role="status">Loading the history...</p>,
    failed: <Notice tone="bad" text="The history could not be loaded. Load the page again to see it." />,
  }),
)

export const historyModule: FeatureModule = {
  tables: { [everyTable]: { recordSections: [{ key: 'history', label: 'History', Section: RecordHistory }] } },
}
