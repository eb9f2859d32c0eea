import StarterKit from '@tiptap/starter-kit'
import './rich-text-editor.css'
import { Editor, type Extensions, getSchema, type JSONContent } from '@tiptap/core'
import { DOMParser as MarkupParser } from '@tiptap/pm/model'
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  Underline,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { parseMarkup } from '#lib/parse-markup'
import { Button, SmallButton } from '#ui/button'
import { textOf, type WidgetProps } from './widget'

const isSafe = (href: string) => /^(https?:\/\/|mailto:)\S+$/i.test(href)

/** Edits a link. Not a form element because it is inside a form. */
function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
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
      {editor.isActive('link') && <SmallButton onClick={remove}>Remove link</SmallButton>}
      {isInvalid && (
        <p id="link-error" role="alert" className="basis-full text-bad text-sm">
          A link must start with https://, http:// or mailto:
        </p>
      )}
    </div>
  )
}

type Tool = {
  name: string
  icon: LucideIcon
  run: (editor: Editor) => void
  isOn?: (editor: Editor) => boolean
  isOff?: (editor: Editor) => boolean
}

const mark = (name: string, icon: LucideIcon, type: string, run: Tool['run']): Tool => ({
  name,
  icon,
  run,
  isOn: (editor) => editor.isActive(type),
})

const tools: Tool[] = [
  mark('Bold', Bold, 'bold', (editor) => editor.chain().focus().toggleBold().run()),
  mark('Italic', Italic, 'italic', (editor) => editor.chain().focus().toggleItalic().run()),
  mark('Underline', Underline, 'underline', (editor) => editor.chain().focus().toggleUnderline().run()),
  {
    name: 'Heading',
    icon: Heading2,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    name: 'Small heading',
    icon: Heading3,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
  },
  mark('Bullet list', List, 'bulletList', (editor) => editor.chain().focus().toggleBulletList().run()),
  mark('Numbered list', ListOrdered, 'orderedList', (editor) => editor.chain().focus().toggleOrderedList().run()),
]
const history: Tool[] = [
  {
    name: 'Undo',
    icon: Undo2,
    run: (editor) => editor.chain().focus().undo().run(),
    isOff: (editor) => !editor.can().undo(),
  },
  {
    name: 'Redo',
    icon: Redo2,
    run: (editor) => editor.chain().focus().redo().run(),
    isOff: (editor) => !editor.can().redo(),
  },
]

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** A toolbar with one tab stop; arrow keys move between its buttons. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not([aria-disabled=true])')]
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  const next = buttons[(at + step + buttons.length) % buttons.length]
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1
  next?.focus()
}

function EditorToolbar({ editor, label }: { editor: Editor; label: string }) {
  const [linking, setLinking] = useState(false)
  const linkTool: Tool = {
    name: 'Link',
    icon: Link,
    run: () => setLinking(!linking),
    isOn: () => linking || editor.isActive('link'),
  }
  return (
    <>
      <div
        role="toolbar"
        aria-label={label}
        onKeyDown={walk}
        className="flex flex-wrap gap-0.5 border-line border-b p-1"
      >
        {[...tools, linkTool, ...history].map(({ name, icon: Icon, run, isOn, isOff }, at) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={name}
            aria-pressed={isOn?.(editor)}
            aria-disabled={isOff?.(editor)}
            tabIndex={at === 0 ? 0 : -1}
            // Keeps the selection in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => isOff?.(editor) || run(editor)}
            className="grid size-9 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink aria-pressed:bg-sunken aria-pressed:text-ink aria-disabled:opacity-40"
          >
            <Icon className="size-4" />
          </button>
        ))}
      </div>
      {linking && <LinkForm editor={editor} onDone={() => setLinking(false)} />}
    </>
  )
}

/** Exactly the marks that the service keeps; it drops any other when saving. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, autolink: true, defaultProtocol: 'https', protocols: ['http', 'https', 'mailto'] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
  }),
]

/** Rich-text editor. Reports a value only after a change. */
export function RichTextEditor({ id, title, value, required, aria, onValue }: WidgetProps) {
  const host = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const [, redraw] = useState(0)
  const report = useEffectEvent(onValue)
  const [initial] = useState(() => textOf(value))
  const invalid = aria['aria-invalid'] ? 'true' : 'false'
  const describedBy = aria['aria-describedby'] ?? ''

  const editorProps = useMemo(
    () => ({
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': title,
        'aria-required': String(required),
        'aria-invalid': invalid,
        ...(describedBy && { 'aria-describedby': describedBy }),
      },
    }),
    [id, title, required, invalid, describedBy],
  )
  const firstProps = useEffectEvent(() => editorProps)

  useEffect(() => {
    const made = new Editor({
      element: host.current,
      extensions,
      content: readMarkup(initial, extensions),
      // Added later, the field would have no accessible name for a moment.
      editorProps: firstProps(),
      // The CSP forbids style elements; the rules are in rich-text-editor.css.
      injectCSS: false,
      onUpdate: ({ editor }) => report(editor.isEmpty ? '' : editor.getHTML()),
      onTransaction: () => redraw((count) => count + 1),
    })
    setEditor(made)
    return () => made.destroy()
  }, [initial])

  useEffect(() => {
    editor?.setOptions({ editorProps })
  }, [editor, editorProps])

  return (
    <div className="control w-full p-0" data-invalid={invalid}>
      {editor && <EditorToolbar editor={editor} label={`${title}: format`} />}
      <div ref={host} className="rich-text" />
    </div>
  )
}

/** Parses stored rich text into the editor's document. Tiptap's own parsing of strings violates Trusted Types. */
const readMarkup = (text: string, extensions: Extensions): JSONContent =>
  MarkupParser.fromSchema(getSchema(extensions)).parse(parseMarkup(text)).toJSON()
