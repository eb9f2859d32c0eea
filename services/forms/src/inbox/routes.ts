import {
  addNote,
  type Conversation,
  exportConversation,
  frameMail,
  readConversation,
  saveDraft,
} from '@app/contracts/conversations'
import { seconds } from '@app/contracts/durations'
import { idempotencyHeader } from '@app/contracts/idempotency'
import { assignInquiry, followInbox, listColleagues, listInbox, snoozeInquiry } from '@app/contracts/inbox'
import { downloadReplyFile, undoReply, uploadReplyFile } from '@app/contracts/replies'
import { serve } from '@app/service/serve'
import type { Identity } from '@app/session'
import { fileIn } from '@app/uploads/file-in'
import { conversationText } from '../inbound/conversation-text'
import { mailFrame } from '../inbound/mail-frame'
import { servedFile } from '../inbound/served-file'
import type { InquiryActions } from '../replies/inquiry-actions'
import type { ReplyFileActions } from '../replies/reply-file-actions'
import type { InboxActions } from './inbox-actions'
import type { InboxFeed } from './inbox-feed'

type Deps = {
  inbox: InboxActions
  actions: Pick<InquiryActions, 'readWhole' | 'undoReply'>
  feed: Pick<InboxFeed, 'stream'>
  replyFiles: ReplyFileActions
}

const withSignature = (conversation: Conversation, { user: { signature } }: Identity): Conversation => ({
  ...conversation,
  ...(signature && { signature }),
})

/** The inbox of the team. */
export const inboxRoutes = ({ inbox, actions, feed, replyFiles }: Deps) => [
  serve(listInbox, ({ query: { view, q, page }, actor }) =>
    q?.trim() ? inbox.search(q, Number(page), actor.id) : inbox.page(view, Number(page), actor.id),
  ),
  serve(
    followInbox,
    ({ query, identity }) =>
      new Response(feed.stream(seconds(Number(query.for)), identity.sid), {
        headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
      }),
  ),
  serve(frameMail, ({ query }) => mailFrame(query.pictures === 'true')),
  serve(listColleagues, () => inbox.colleagues()),
  serve(readConversation, async ({ params, identity }) =>
    withSignature(await inbox.conversation(params.id, identity.user.id), identity),
  ),
  serve(exportConversation, async ({ params: { id }, actor }) => {
    const [{ inquiry, messages }, conversation] = await Promise.all([
      actions.readWhole(id),
      inbox.conversation(id, actor.id),
    ])
    const text = conversationText(inquiry, messages, conversation)
    return new Response(text, {
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': `attachment; filename="conversation-${id}.txt"`,
      },
    })
  }),
  serve(assignInquiry, ({ params, body, actor, requestId }) => inbox.assign(params.id, body.person, requestId, actor)),
  serve(snoozeInquiry, ({ params, body, requestId }) => inbox.snooze(params.id, body.until, requestId)),
  serve(addNote, async ({ params, body, headers, actor, identity }) =>
    withSignature(
      await inbox.addNote(
        params.id,
        body.text,
        { ...actor, isAccount: identity.isAccount },
        headers[idempotencyHeader],
      ),
      identity,
    ),
  ),
  serve(saveDraft, async ({ params, body, actor }) => {
    await inbox.keepDraft(params.id, body, actor)
    return { success: true as const }
  }),
  serve(undoReply, async ({ params, body, actor }) => {
    const { inquiry, reply } = await actions.undoReply(params.id, body.reply)
    const { subject, text, cc = [], files = [] } = reply
    const held = files.map(({ file }) => file.toHexString())
    await inbox.keepDraft(params.id, { subject, text, cc: cc.join(', '), files: held }, actor)
    return inquiry
  }),
  serve(uploadReplyFile, async ({ params, body }) => replyFiles.upload(params.id, fileIn(body))),
  serve(downloadReplyFile, async ({ params }) => servedFile(await replyFiles.open(params.id, params.file))),
]
