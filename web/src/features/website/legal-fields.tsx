import { type LegalName, legalPath } from '@app/contracts/website/legal'
import { websiteRight } from '@app/contracts/website/right'
import { titleOfPath } from '@app/contracts/website/titles'
import { plainText } from '@app/table-schema'
import { useAtomValue } from 'jotai'
import { RichTextWidget } from '#features/records/record/widgets/rich-text-widget'
import { useMayEdit } from '#lib/rights'
import { useContentValue } from './content-field'
import { contentErrorsAtom } from './website.atoms'

const field = { type: 'string', format: 'rich_text' } as const

/** The text of a legal page. */
export function LegalFields({ name }: { name: LegalName }) {
  const id = `website-legal-${name}`
  const path = `legal.${name}`
  const [value, change] = useContentValue<string>(path)
  const error = useAtomValue(contentErrorsAtom)[path]
  const mayEdit = useMayEdit(websiteRight)
  return (
    <>
      <p className="text-muted">
        The page is at <code>{legalPath(name)}</code>. While its text is empty, the footer leads to the address under
        Facts, Links.
      </p>
      {!mayEdit && <p className="whitespace-pre-line">{plainText(value)}</p>}
      {mayEdit && (
        <RichTextWidget
          id={id}
          name={id}
          title={titleOfPath(path)}
          table=""
          field={field}
          value={value}
          stored={value}
          required={false}
          aria={{ 'aria-invalid': error ? true : undefined, 'aria-describedby': undefined }}
          onValue={(markup) => change(String(markup ?? ''))}
        />
      )}
      <p className="text-bad text-sm empty:hidden">{error}</p>
    </>
  )
}
