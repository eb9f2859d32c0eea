import type { Attachment } from '@app/contracts/messages'
import { Paperclip } from 'lucide-react'

/** What the author of a message quotes, and the signature: folded. */
export const QuotedText = ({ text }: { text: string }) =>
  text && (
    <details className="text-sm">
      <summary className="min-h-8 w-fit cursor-pointer content-center text-muted">Quoted text</summary>
      <p className="whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">{text}</p>
    </details>
  )

/** Files that came with a message, to download. */
export const AttachmentList = ({ attachments }: { attachments: readonly Attachment[] }) =>
  attachments.length > 0 && (
    <ul aria-label="Attachments" className="flex flex-wrap gap-x-4 text-sm">
      {attachments.map(({ name, url }) => (
        <li key={url ?? name} className="[overflow-wrap:anywhere]">
          {url ? (
            <a href={url} download={name} className="text-link inline-flex min-h-8 items-center gap-1.5">
              <Paperclip className="size-4" />
              {name}
            </a>
          ) : (
            `${name}: too large to be kept`
          )}
        </li>
      ))}
    </ul>
  )
