/** Deliveries as the booking sites document them, cut to what bookings are made of. */

type Person = { name: string; email: string }

export const calendly = (id: string, { name, email }: Person, more: object = {}) => ({
  event: 'invitee.created',
  created_at: '2026-12-01T18:00:00.000000Z',
  created_by: 'https://api.calendly.com/users/AAAAAAAAAAAAAAAA',
  payload: {
    uri: `https://api.calendly.com/scheduled_events/E1/invitees/${id}`,
    name,
    email,
    timezone: 'America/Los_Angeles',
    status: 'active',
    rescheduled: false,
    old_invitee: null,
    new_invitee: null,
    cancel_url: 'https://calendly.com/cancellations/AAAAAAAAAAAAAAAA',
    questions_and_answers: [{ answer: 'Left-handed', position: 0, question: 'Anything else?' }],
    tracking: { utm_source: null, utm_campaign: null },
    text_reminder_number: null,
    scheduled_event: {
      uri: 'https://api.calendly.com/scheduled_events/E1',
      name: 'Private lesson',
      status: 'active',
      start_time: '2026-12-12T18:00:00.000000Z',
      end_time: '2026-12-12T19:00:00.000000Z',
      location: { type: 'physical', location: 'Roseville' },
      event_memberships: [{ user: 'https://api.calendly.com/users/AAAAAAAAAAAAAAAA', user_email: 'coach@example.com' }],
    },
    ...more,
  },
})

export const calCom = (uid: string, triggerEvent: string, more: object = {}) => ({
  triggerEvent,
  createdAt: '2026-12-01T18:00:00.000Z',
  payload: {
    type: '60min',
    title: 'Private lesson between Coach and Grace',
    startTime: '2026-12-12T18:00:00Z',
    endTime: '2026-12-12T19:00:00Z',
    organizer: { id: 5, name: 'Coach', email: 'coach@example.com', timeZone: 'America/Los_Angeles' },
    responses: { name: { label: 'your_name', value: 'Grace' }, email: { label: 'email', value: 'grace@example.com' } },
    attendees: [
      { email: 'grace@example.com', name: 'Grace', timeZone: 'America/Los_Angeles', language: { locale: 'en' } },
    ],
    location: 'Roseville',
    uid,
    bookingId: 91,
    length: 60,
    status: 'ACCEPTED',
    ...more,
  },
})

export const acuity = (action: string, id: number) => `action=${action}&id=${id}&calendarID=1&appointmentTypeID=22`

export const square = (id: string, type: string, status: string, start_at = '2026-12-12T18:00:00Z') => ({
  merchant_id: '6SSW7HV8K2ST5',
  type,
  event_id: 'ba9a4bb1-0b9a-44b5-8b7c-6b9a4bb10b9a',
  created_at: '2026-12-01T18:00:00.123Z',
  data: {
    type: 'booking',
    id: `${id}:0`,
    object: {
      booking: {
        id,
        version: 0,
        status,
        start_at,
        location_id: 'LEQVA5HDSDSQB',
        customer_id: 'EX2QSVGTZN4K1E5QE1CBFNVQ8M',
        customer_note: 'Brings a bow',
        appointment_segments: [
          {
            duration_minutes: 60,
            service_variation_id: 'RU3PBTZTK7DXZDQFCJHOK2MC',
            team_member_id: 'TMXUrsBWWcHTt79t',
          },
        ],
      },
    },
  },
})
