import { type EventType, type WaitingEvent, waitingEventsField } from '@app/contracts/events'
import { Types } from 'mongoose'

/** A change of an inquiry as programs see it that follow the feed of events. */
export type Announced = { type: EventType; changed?: readonly string[]; by?: string }

/** An event that waits in its inquiry: written with the change itself, so that no crash loses it. */
export const waitingEvent = ({ type, changed = [], by }: Announced, at: Date): WaitingEvent<Types.ObjectId> => ({
  _id: new Types.ObjectId(),
  type,
  changed: [...changed],
  by: by ?? null,
  at,
})

/** The stage of an update that adds an event. */
export const addEvent = (announced: Announced, at: Date) => ({
  $set: {
    [waitingEventsField]: {
      $concatArrays: [{ $ifNull: [`$${waitingEventsField}`, []] }, { $literal: [waitingEvent(announced, at)] }],
    },
  },
})
