import { RichTextWidget } from '#features/record/widgets/rich-text-widget'
import { RichTextEditor, type RichTextProps } from '#features/website/rich-text'
import { WebsitePage } from '#features/website/website-page'

const field = { type: 'string', format: 'rich_text' } as const

const Editor = ({ id, label, value, error, onChange }: RichTextProps) => (
  <RichTextWidget
    {...{ id, name: id, title: label, table: '', field, value, stored: value, required: false }}
    aria={{ 'aria-invalid': error ? true : undefined, 'aria-describedby': undefined }}
    onValue={(markup) => onChange(String(markup ?? ''))}
  />
)

/** The editor of the public page, with the dashboard's editor of rich text. */
export const Website = () => (
  <RichTextEditor value={Editor}>
    <WebsitePage />
  </RichTextEditor>
)
