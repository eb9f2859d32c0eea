import type { Attachment } from '@app/contracts/messages'
import { Paperclip, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { riskOf } from './risky-file'

/** The quoted text and the signature of a message, folded; `children` is below it. */
export const QuotedText = ({ text, children }: { text: string; children?: ReactNode }) =>
  text && (
    <details className="text-sm">
      <summary className="min-h-8 w-fit cursor-pointer content-center text-muted">Quoted text</summary>
      <p className="whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">{text}</p>
      {children}
    </details>
  )

/** Files that came with a message, to download: none of them is ever opened here. */
export const AttachmentList = ({ attachments }: { attachments: readonly Attachment[] }) =>
  attachments.length > 0 && (
    <ul aria-label="Attachments" className="flex flex-wrap gap-x-4 text-sm">
      {attachments.map((file) => (
        <li key={file.url ?? file.name} className="min-w-0 [overflow-wrap:anywhere]">
          <File file={file} />
        </li>
      ))}
    </ul>
  )

function File({ file }: { file: Attachment }) {
  const id = useId()
  const { name, url } = file
  if (!url) return `${name}: too large to be kept`
  const risk = riskOf(file)
  return (
    <>
      <a
        href={url}
        download={name}
        aria-describedby={risk && id}
        className="text-link inline-flex min-h-8 max-w-full items-center gap-1.5"
      >
        <Paperclip className="size-4 shrink-0" />
        {/* A name that is written from right to left turns around nothing next to it, and blanks in it are seen. */}
        <bdi className="whitespace-pre-wrap">{name}</bdi>
      </a>
      {risk && (
        <p id={id} className="flex items-start gap-1.5 pb-1.5 text-warn">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {risk}
        </p>
      )}
    </>
  )
}
