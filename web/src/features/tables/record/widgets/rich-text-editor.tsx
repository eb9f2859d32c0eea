import { Editor } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef, useState } from 'react'
import { EditorToolbar } from './editor-toolbar'
import { readMarkup } from './read-markup'
import { textOf, type WidgetProps } from './widget'
import './rich-text-editor.css'

/** What the service keeps of a rich text; anything else it would drop when saving. */
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

/** The editor of a text with marks. It tells a value only once something was changed. */
export function RichTextEditor({ id, title, value, required, tied, onValue }: WidgetProps) {
  const host = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const [, redraw] = useState(0)
  const latest = useRef(onValue)
  latest.current = onValue
  const start = useRef(textOf(value))
  const invalid = tied['aria-invalid'] ? 'true' : 'false'
  const describedBy = tied['aria-describedby'] ?? ''

  useEffect(() => {
    const made = new Editor({
      element: host.current,
      extensions,
      content: readMarkup(start.current, extensions),
      // The policy of the site allows no style element; the rules stand in rich-text-editor.css.
      injectCSS: false,
      onUpdate: ({ editor }) => latest.current(editor.isEmpty ? '' : editor.getHTML()),
      onTransaction: () => redraw((count) => count + 1),
    })
    setEditor(made)
    return () => made.destroy()
  }, [])

  useEffect(() => {
    editor?.setOptions({
      editorProps: {
        attributes: {
          id,
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': title,
          'aria-required': String(required),
          'aria-invalid': invalid,
          ...(describedBy && { 'aria-describedby': describedBy }),
        },
      },
    })
  }, [editor, id, title, required, invalid, describedBy])

  return (
    <div className="control w-full p-0" data-invalid={invalid}>
      {editor && <EditorToolbar editor={editor} label={`${title}: format`} />}
      <div ref={host} className="rich-text" />
    </div>
  )
}
