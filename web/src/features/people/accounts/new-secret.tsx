import { useId, useState } from 'react'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'

/** A secret is stored as a hash only, so this is the one time it can be shown. */
export function NewSecret({ secret, title = 'The secret' }: { secret: string; title?: string }) {
  const id = useId()
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => {},
    )
  return (
    <Notice tone="good" title={title}>
      <label htmlFor={id}>Copy it now: it is not shown again.</label>
      <input
        id={id}
        readOnly
        value={secret}
        onFocus={({ target }) => target.select()}
        className="w-[36rem] max-w-full rounded-control border-2 border-edge bg-card px-3 py-2 font-mono text-sm"
      />
      <Button size="small" variant="outline" className="justify-self-start" onClick={copy}>
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </Notice>
  )
}
