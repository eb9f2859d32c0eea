import { type LegalName, legalPath } from '@app/contracts/website/legal'
import { titleOfPath } from '@app/contracts/website/titles'
import { useAtomValue } from 'jotai'
import { useContext } from 'react'
import { useContentValue } from './content-field'
import { RichTextEditor } from './rich-text'
import { contentErrorsAtom } from './website.atoms'

/** The text of a legal page. */
export function LegalFields({ name }: { name: LegalName }) {
  const path = `legal.${name}`
  const [value, change] = useContentValue<string>(path)
  const error = useAtomValue(contentErrorsAtom)[path]
  const Editor = useContext(RichTextEditor)
  return (
    <>
      <p className="text-muted">
        The page is at <code>{legalPath(name)}</code>. While its text is empty, the footer leads to the address under
        Facts, Links.
      </p>
      {Editor && (
        <Editor id={`website-legal-${name}`} label={titleOfPath(path)} value={value} error={error} onChange={change} />
      )}
      <p className="text-bad text-sm empty:hidden">{error}</p>
    </>
  )
}
