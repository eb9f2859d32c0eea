import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button'

const isSafe = (href: string) => /^(https?:\/\/|mailto:)\S+$/i.test(href)

/** Asks where a link leads. No form element: it stands inside one. */
export function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [href, setHref] = useState((editor.getAttributes('link').href as string | undefined) ?? 'https://')
  const [fault, setFault] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  function apply() {
    if (!isSafe(href.trim())) return setFault(true)
    editor.chain().focus().extendMarkRange('link').setLink({ href: href.trim() }).run()
    onDone()
  }
  function remove() {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onDone()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') apply()
    else if (event.key === 'Escape') onDone()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b p-2">
      <input
        ref={input}
        type="text"
        inputMode="url"
        aria-label="Address of the link"
        aria-invalid={fault || undefined}
        aria-describedby={fault ? 'link-fault' : undefined}
        value={href}
        onChange={(event) => setHref(event.target.value)}
        onKeyDown={onKeyDown}
        className="control control-small min-w-40 flex-1"
      />
      <Button size="small" onClick={apply}>
        Set link
      </Button>
      {editor.isActive('link') && (
        <Button size="small" variant="outline" onClick={remove}>
          Remove link
        </Button>
      )}
      {fault && (
        <p id="link-fault" role="alert" className="basis-full text-bad text-sm">
          A link begins with https://, http:// or mailto:
        </p>
      )}
    </div>
  )
}
