import type { ComponentType } from 'react'
import { accountsPages } from '#features/accounts/pages'
import { activityPages } from '#features/activity/pages'
import { bookingsPages } from '#features/bookings/pages'
import { calendarPages } from '#features/calendar/pages'
import { deliverabilityPages } from '#features/deliverability/pages'
import { eventsPages } from '#features/events/pages'
import { inquiriesPages } from '#features/inquiries/pages'
import { insightsPages } from '#features/insights/pages'
import { peoplePages } from '#features/people/pages'
import { rosterPages } from '#features/roster/pages'
import { schemasPages } from '#features/schemas/pages'
import { setupPages } from '#features/setup/pages'
import { todayPages } from '#features/today/pages'
import { trashPages } from '#features/trash/pages'
import { waiversPages } from '#features/waivers/pages'
import { websitePages } from '#features/website/pages'
import { workPages } from '#features/work/pages'

/**
 * The pages of the dashboard by path, apart from the tables; each is loaded on demand. This file and the `pages.ts` of the
 * features load before the program, so they import nothing but paths.
 */
export const staffFiles: Readonly<Record<string, () => Promise<ComponentType>>> = {
  ...accountsPages,
  ...activityPages,
  ...bookingsPages,
  ...calendarPages,
  ...deliverabilityPages,
  ...eventsPages,
  ...inquiriesPages,
  ...insightsPages,
  ...peoplePages,
  ...rosterPages,
  ...schemasPages,
  ...setupPages,
  ...todayPages,
  ...trashPages,
  ...waiversPages,
  ...websitePages,
  ...workPages,
}
