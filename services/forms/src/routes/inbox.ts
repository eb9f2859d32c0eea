import {
  addNote,
  assignInquiry,
  followInbox,
  listColleagues,
  listInbox,
  readConversation,
  saveDraft,
  snoozeInquiry,
  undoReply,
} from '@app/contracts/calls/inbox'
import { seconds } from '@app/contracts/durations'
import { idempotencyHeader } from '@app/contracts/forms'
import { serve } from '@app/service/serve'
import type { InboxActions } from '../actions/inbox-actions'
import type { InboxFeed } from '../actions/inbox-feed'
import type { InquiryActions } from '../actions/inquiry-actions'

type Deps = {
  inbox: InboxActions
  actions: Pick<InquiryActions, 'undoReply'>
  feed: Pick<InboxFeed, 'stream'>
}

/** The inbox of the team. */
export const inboxRoutes = ({ inbox, actions, feed }: Deps) => [
  serve(listInbox, ({ query, actor }) => inbox.page(query.view, Number(query.page), actor.id)),
  serve(
    followInbox,
    ({ query }) =>
      new Response(feed.stream(seconds(Number(query.for))), {
        headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
      }),
  ),
  serve(listColleagues, () => inbox.colleagues()),
  serve(readConversation, ({ params, actor }) => inbox.conversation(params.id, actor.id)),
  serve(assignInquiry, ({ params, body, requestId }) => inbox.assign(params.id, body.person, requestId)),
  serve(snoozeInquiry, ({ params, body, requestId }) => inbox.snooze(params.id, body.until, requestId)),
  serve(addNote, ({ params, body, headers, actor }) =>
    inbox.addNote(params.id, body.text, actor, headers[idempotencyHeader]),
  ),
  serve(saveDraft, async ({ params, body, actor }) => {
    await inbox.keepDraft(params.id, body, actor)
    return { success: true as const }
  }),
  serve(undoReply, async ({ params, body, actor }) => {
    const { inquiry, reply } = await actions.undoReply(params.id, body.reply)
    await inbox.keepDraft(params.id, { subject: reply.subject, text: reply.text }, actor)
    return inquiry
  }),
]
