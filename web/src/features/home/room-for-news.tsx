import { usePage } from '#content/shown-page'
import { Announcement } from './announcements'
import { byUrgency } from './by-urgency'

/**
 * The room that the announcements of the rendered page take below the header, beyond the line that the hero keeps free: of a
 * closure, and without JavaScript of all of them. It stays when they end or are dismissed, so that nothing moves.
 */
export function RoomForNews() {
  const announcements = byUrgency(usePage().announcements)
  if (announcements.length === 0) return null
  return (
    <div aria-hidden="true" className="news-room">
      <ul>
        {announcements.map((each) => (
          <Announcement key={each.id} announcement={each} />
        ))}
      </ul>
      {/* As wide as the buttons. */}
      <span className={announcements.length > 1 ? 'w-22' : 'w-10'} />
    </div>
  )
}
