import { ActivityPage } from '#features/activity/activity-page'
import { BatchChanges } from '#features/history/batch-changes'
import { useSchema } from '#features/list/use-schema'
import { useTableTitles } from './table-titles'

type BatchProps = { table: string; batch: string; isUndo: boolean }

/** What a batch has changed, with the description of its table. */
function BatchRecords({ table, batch: id, isUndo }: BatchProps) {
  const schema = useSchema(table)
  return schema && <BatchChanges schema={schema} batch={{ id, isUndo }} />
}

/** The audit, with the titles of the tables. */
export const Activity = () => <ActivityPage tables={useTableTitles()} BatchRecords={BatchRecords} />
