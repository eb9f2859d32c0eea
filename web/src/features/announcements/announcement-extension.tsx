import type { TableExtension } from '#lib/table-extension'
import { Badge } from '#ui/badge'
import { announcementState, tonight } from './announcement-state'

/** What the announcements' table adds to the dashboard: whether visitors see one, and an end that is set by a click. */
export const announcementExtension: TableExtension = {
  leading: ['published'],
  cells: { published: ({ record }) => <Badge {...announcementState(record, Date.now())} /> },
  RecordHead: ({ record }) => (
    <p>
      <Badge {...announcementState(record, Date.now())} />
    </p>
  ),
  quickValues: { ends_at: [{ label: 'Until tonight', value: () => tonight() }] },
}
