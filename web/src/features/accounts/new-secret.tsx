import { useId, useState } from 'react'
import { SmallButton } from '#ui/button'
import { Notice } from '#ui/notice'

/** A secret is stored as a hash only, so this is the one time it can be shown. */
export const NewSecret = ({ secret, title = 'The secret' }: { secret: string; title?: string }) => (
  <Notice tone="good" title={title}>
    <CopyText label="Copy it now: it is not shown again." text={secret} />
  </Notice>
)

/** A text to copy, by a button or by hand. `name`: what the button copies, where there are several. */
export function CopyText({ label, text, name }: { label: string; text: string; name?: string }) {
  const id = useId()
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => {},
    )
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        readOnly
        value={text}
        onFocus={({ target }) => target.select()}
        className="w-full max-w-[36rem] rounded-control border-2 border-edge bg-card px-3 py-2 font-mono text-sm"
      />
      <SmallButton onClick={copy}>{copied ? 'Copied' : ['Copy', name].filter(Boolean).join(' ')}</SmallButton>
    </div>
  )
}
