import type { FeatureModule, TableExtension } from '#lib/table-extension'
import { Badge } from '#ui/badge'
import { announcementState, tonight } from './announcement-state'

/** The state of an announcement for visitors, and an end that is set by a click. */
const announcements: TableExtension = {
  leading: ['published'],
  cells: { published: ({ record }) => <Badge {...announcementState(record, Date.now())} /> },
  RecordHead: ({ record }) => (
    <p>
      <Badge {...announcementState(record, Date.now())} />
    </p>
  ),
  quickValues: { ends_at: [{ label: 'Until tonight', value: () => tonight() }] },
}

export const announcementsModule: FeatureModule = { tables: { announcements } }
