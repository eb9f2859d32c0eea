import { ActivityPage } from '#features/activity/activity-page'
import { useTableTitles } from './table-titles'

/** The audit, with the titles of the tables. */
export const Activity = () => <ActivityPage tables={useTableTitles()} />
