import type { Inquiry } from '@app/contracts/inquiries'
import { formatTime } from '../format-time'
import { MailStateMark } from './mail-list'

/** Replies so far, the latest first and expanded. */
export function ReplyList({ inquiry: { replies, mails } }: { inquiry: Inquiry }) {
  if (replies.length === 0) return null
  return (
    <section aria-label="Replies" className="grid gap-2">
      <h3 className="text-base">
        Replies <span className="font-body font-normal text-muted">({replies.length})</span>
      </h3>
      <ul className="grid gap-2">
        {replies.toReversed().map(({ messageId, subject, text, by, at }, index) => {
          const mail = mails.find((each) => each.messageId === messageId)
          return (
            <li key={messageId} className="rounded-lg border border-line bg-card px-3 py-2 text-sm">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <p className="mr-auto min-w-0 text-muted [overflow-wrap:anywhere]">
                  {by}, {formatTime(at)}
                </p>
                {mail && <MailStateMark state={mail.state} />}
              </div>
              <details open={index === 0}>
                <summary className="min-h-8 w-fit max-w-full cursor-pointer content-center font-semibold [overflow-wrap:anywhere]">
                  {subject}
                </summary>
                <p className="whitespace-pre-wrap pt-1 pb-1 [overflow-wrap:anywhere]">{text}</p>
              </details>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
