import type { HookSource, HookState } from '@app/contracts/incoming-hooks'
import type { Received, RowState } from '@app/contracts/received'

export const sourceTitles: Record<HookSource, string> = {
  calendly: 'Calendly',
  'cal.com': 'Cal.com',
  acuity: 'Acuity',
  square: 'Square',
  calendar: 'A calendar that is fetched (iCalendar)',
  other: 'Another program',
}

/** Hints for a source before it is chosen. */
export const sourceHints: Partial<Record<HookSource, string>> = {
  acuity: 'Acuity sends the number of an appointment and no details. For times and names, subscribe to its calendar.',
  calendar: 'Checked every 15 minutes for new, changed and removed events.',
  other: 'Anything that posts JSON or a form. With a signing key, as Standard Webhooks sign.',
}

export const hookStates: Record<HookState, { label: string; tone: 'amber' | 'gray' | 'green' }> = {
  learning: { label: 'Needs a mapping', tone: 'amber' },
  active: { label: 'Active', tone: 'green' },
  paused: { label: 'Paused', tone: 'gray' },
}

export const rowTitles: Record<RowState, string> = {
  new: 'Not imported yet',
  waiting: 'Needs review',
  created: 'New record',
  updated: 'Changed',
  unchanged: 'Unchanged',
  ignored: 'Left out',
}

export const deliveryStates: Record<Received['state'], { label: string; tone: 'amber' | 'gray' | 'green' | 'blue' }> = {
  kept: { label: 'Kept', tone: 'gray' },
  new: { label: 'Being imported', tone: 'blue' },
  waiting: { label: 'Needs review', tone: 'amber' },
  done: { label: 'Done', tone: 'green' },
}
