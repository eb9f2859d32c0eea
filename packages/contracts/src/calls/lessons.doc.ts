import { doc } from './call-doc'
import { offerSeat, readWaiting } from './lessons'
import { exampleId } from './parameters.doc'

const tag = 'Today'
const example = {
  waiting: [
    {
      ...{ id: exampleId, label: 'Ada Brook', phone: '(916) 555-0142', badges: [] },
      offer: { until: '2026-11-28T01:00:00.000Z', isOpen: true, isMailed: true },
    },
  ],
  version: '2026-11-26T17:00:00.000Z',
}
const parameters = { id: { description: 'The id of the lesson.', example: exampleId } }

export const readWaitingDoc = doc(readWaiting, {
  tag,
  summary: 'Waiting list of a lesson',
  description:
    'The students in the field `waiting`, in order, with the seats that are held for them. Phone numbers and badges need the right to view students.',
  parameters,
  responses: { 200: { description: 'The list.', example } },
  errors: { not_found: 'There is no such lesson.' },
})

export const offerSeatDoc = doc(offerSeat, {
  tag,
  summary: 'Offer a seat',
  description:
    'Holds a free seat for a student of the waiting list and writes to them; for a student under 18 to the guardians, also where the caller may not see guardians, who are not shown then. The seat counts as taken until `until`, or until the student leaves the list; staff add the student to the lesson when they accept. One seat goes to one student: of two offers of the last seat at the same moment, the second is refused. `siblings` get their seats together with the student, all or none, and share one email to their guardian. An offer that is still open is not repeated, and its email is sent once.',
  parameters,
  body: { example: { student: exampleId, until: '2026-11-28T01:00:00.000Z' } },
  responses: { 200: { description: 'The list with the offer.', example } },
  errors: {
    not_found: 'There is no such lesson, or the user may not view students.',
    invalid_input: 'A student is not on the list, or `until` is past or after the lesson begins.',
    conflict: 'Too few seats are free, or the lesson is canceled.',
  },
})
