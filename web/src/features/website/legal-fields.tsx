import { type LegalName, legalPath } from '@app/contracts/website/legal'
import { websiteRight } from '@app/contracts/website/right'
import { titleOfPath } from '@app/contracts/website/titles'
import { plainText } from '@app/table-schema'
import { useAtomValue } from 'jotai'
import { useContext } from 'react'
import { useMayEdit } from '#lib/rights'
import { useContentValue } from './content-field'
import { RichTextEditor } from './rich-text'
import { contentErrorsAtom } from './website.atoms'

/** The text of a legal page. */
export function LegalFields({ name }: { name: LegalName }) {
  const path = `legal.${name}`
  const [value, change] = useContentValue<string>(path)
  const error = useAtomValue(contentErrorsAtom)[path]
  const mayEdit = useMayEdit(websiteRight)
  const Editor = useContext(RichTextEditor)
  return (
    <>
      <p className="text-muted">
        The page is at <code>{legalPath(name)}</code>. While its text is empty, the footer leads to the address under
        Facts, Links.
      </p>
      {!mayEdit && <p className="whitespace-pre-line">{plainText(value)}</p>}
      {mayEdit && Editor && (
        <Editor id={`website-legal-${name}`} label={titleOfPath(path)} value={value} error={error} onChange={change} />
      )}
      <p className="text-bad text-sm empty:hidden">{error}</p>
    </>
  )
}
