import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button'

const isSafe = (href: string) => /^(https?:\/\/|mailto:)\S+$/i.test(href)

/** Edits a link. Not a form element because it is inside a form. */
export function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [href, setHref] = useState((editor.getAttributes('link').href as string | undefined) ?? 'https://')
  const [isInvalid, setInvalid] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  function apply() {
    if (!isSafe(href.trim())) return setInvalid(true)
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
        aria-label="Link address"
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? 'link-error' : undefined}
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
      {isInvalid && (
        <p id="link-error" role="alert" className="basis-full text-bad text-sm">
          A link must start with https://, http:// or mailto:
        </p>
      )}
    </div>
  )
}
