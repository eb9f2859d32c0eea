import { createHash } from 'node:crypto'
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
import { servedFile } from '@app/service/served-file'
import type { Identity } from '@app/session'
import { fileIn } from '@app/uploads/checked-file'
import { conversationText } from '../inbound/conversation-text'
import type { InquiryActions } from '../replies/inquiry-actions'
import type { ReplyFileActions } from '../replies/reply-file-actions'
import type { InboxActions } from './inbox-actions'
import type { InboxFeed } from './inbox-feed'

const style =
  ':root{color-scheme:light dark}body{margin:0;font:1em/1.55 system-ui,sans-serif;overflow-wrap:anywhere}p,ul,ol,h2,h3{margin:0 0 .6em}h2,h3{font-size:1em}img{max-width:100%;height:auto}[data-host]{opacity:.75;font-size:.9em}'
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Message</title><style>${style}</style><body data-frame="mail"></body></html>`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Nothing in it runs, and it reaches no server but those of pictures, where they are let in. */
const policy = (pictures: boolean) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...(pictures ? ['img-src https:'] : []),
    'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

/** The empty page that the inbox fills with the markup of a message. */
const mailFrame = (pictures: boolean) =>
  new Response(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy(pictures) },
  })

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
