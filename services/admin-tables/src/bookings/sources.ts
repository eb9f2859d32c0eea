import type { HookSource } from '@app/contracts/incoming-hooks'
import type { Cells } from './columns'

type Source = {
  externalId: string
  formerId?: string
  /** The value that says what has happened to a booking. */
  happened: string
  /** Values that a table has fields for, by the field's usual names. */
  usual: Readonly<Record<string, readonly string[]>>
}

/** Where the payloads that booking sites document have what matters. */
export const sources: Partial<Record<HookSource, Source>> = {
  calendly: {
    externalId: 'payload.uri',
    formerId: 'payload.old_invitee',
    happened: 'event',
    usual: {
      'payload.name': ['name'],
      'payload.email': ['email'],
      'payload.scheduled_event.name': ['title'],
      'payload.scheduled_event.start_time': ['start', 'starts at'],
      'payload.scheduled_event.location.location': ['place', 'location'],
      'payload.text_reminder_number': ['phone'],
    },
  },
  'cal.com': {
    externalId: 'payload.uid',
    formerId: 'payload.rescheduleUid',
    happened: 'triggerEvent',
    usual: {
      'payload.attendees.0.name': ['name'],
      'payload.attendees.0.email': ['email'],
      'payload.title': ['title'],
      'payload.startTime': ['start', 'starts at'],
      'payload.length': ['minutes'],
      'payload.location': ['place', 'location'],
      'payload.additionalNotes': ['notes'],
    },
  },
  acuity: { externalId: 'id', happened: 'action', usual: {} },
  square: {
    externalId: 'data.object.booking.id',
    happened: 'data.object.booking.status',
    usual: {
      'data.object.booking.start_at': ['start', 'starts at'],
      'data.object.booking.appointment_segments.0.duration_minutes': ['minutes'],
      'data.object.booking.customer_note': ['notes'],
    },
  },
  calendar: {
    externalId: 'UID',
    happened: 'Status',
    usual: {
      Title: ['title', 'name'],
      Start: ['start', 'starts at'],
      Minutes: ['minutes'],
      Location: ['place', 'location'],
      Description: ['notes'],
    },
  },
}

/** The values of an event of a calendar, also where none could be read yet. */
export const calendarCells: Cells = Object.fromEntries(
  [
    ...['UID', 'Title', 'Start', 'End', 'Day', 'Minutes', 'Location', 'Description', 'Status', 'Organizer'],
    ...['Attendees', 'URL'],
  ].map((name) => [name, '']),
)

/** Values of which a field for "canceled" is made, as the sources document them. */
export const happenings: Partial<Record<HookSource, readonly string[]>> = {
  calendly: ['invitee.created', 'invitee.canceled'],
  'cal.com': [
    ...['BOOKING_CREATED', 'BOOKING_RESCHEDULED', 'BOOKING_REQUESTED', 'BOOKING_CONFIRMED', 'BOOKING_PAID'],
    ...['BOOKING_CANCELLED', 'BOOKING_REJECTED'],
  ],
  acuity: ['scheduled', 'rescheduled', 'changed', 'canceled'],
  square: ['PENDING', 'ACCEPTED', 'CANCELLED_BY_CUSTOMER', 'CANCELLED_BY_SELLER', 'DECLINED', 'NO_SHOW'],
  calendar: ['CONFIRMED', 'TENTATIVE', 'CANCELLED', 'REMOVED'],
}

/** True if such a value says that a booking was canceled. */
export const saysCanceled = (value: string): boolean => /cancel|declin|reject|removed/i.test(value)

/** Calendly cancels the former booking of one that was moved. What the new one says counts. */
export const isReplaced = (source: HookSource, cells: Cells): boolean =>
  source === 'calendly' && cells['event'] === 'invitee.canceled' && cells['payload.rescheduled'] === 'true'
