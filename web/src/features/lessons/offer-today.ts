import { setStartsWithToday, takeTodayOffer } from '#lib/start-page'
import type { Offer } from '#lib/table-extension'

/** With a lesson there is something to see on Today: offers it as the start page, once. */
export const offerToday = (): Offer | undefined =>
  takeTodayOffer()
    ? {
        text: 'Today shows the lessons of each day and who comes. Open the dashboard with it from now on?',
        action: { label: 'Start with Today', run: () => setStartsWithToday(true) },
      }
    : undefined
