import { Editor, type Extensions, getSchema, type JSONContent } from '@tiptap/core'
import { DOMParser as MarkupParser } from '@tiptap/pm/model'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { parseMarkup } from '#lib/parse-markup'
import { EditorToolbar } from './editor-toolbar'
import { textOf, type WidgetProps } from './widget'
import './rich-text-editor.css'

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
