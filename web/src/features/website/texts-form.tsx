import { websiteRight } from '@app/contracts/policy'
import { legalTitles, sectionTitles, type TextPart, textParts, titleOfPath } from '@app/contracts/website/changes'
import { type LegalName, legalNames, legalPath } from '@app/contracts/website/page-files'
import { placeholders } from '@app/contracts/website/placeholders'
import { plainText } from '@app/table-schema'
import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { RichTextWidget } from '#features/records/record/widgets/text-widgets'
import { useMayEdit } from '#lib/rights'
import { ContentField, useContentValue } from './content-field'
import { FaqFields, OrderFields, TestimonialsFields } from './section-fields'
import { contentAtom, contentErrorsAtom } from './website.atoms'

const field = { type: 'string', format: 'rich_text' } as const

function LegalFields({ name }: { name: LegalName }) {
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

/** Texts that take more than a line. */
const rowsOf: Readonly<Record<string, number>> = {
  'about.text': 10,
  intro: 4,
  text: 4,
  description: 4,
  image: 3,
  offline: 3,
  sent: 3,
  duplicate: 3,
  where: 3,
}
const parts = Object.entries(textParts) as [TextPart, (typeof textParts)[TextPart]][]

type PartProps = { title: string; open?: boolean; path: string; onOpen?: () => void; children: ReactNode }

/** A part of the page; open when something in it needs attention. */
function Part({ title, open, path, onOpen, children }: PartProps) {
  const errors = Object.keys(useAtomValue(contentErrorsAtom))
  return (
    <details
      open={open || errors.some((error) => error.startsWith(`${path}.`)) || undefined}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
      className="rounded-xl border border-line bg-card"
    >
      <summary className="flex min-h-12 cursor-pointer items-center px-4 font-display font-semibold text-lg">
        {title}
      </summary>
      <div className="grid gap-4 border-line border-t p-4">{children}</div>
    </details>
  )
}

/** The texts of the page, by its parts from top to bottom. */
export const TextsForm = () => (
  <div className="grid gap-3">
    <Placeholders />
    {parts.map(([part, { title, fields }], at) => (
      <Part key={part} title={title} open={at === 0} path={`texts.${part}`}>
        {Object.entries(fields).map(([name, label]) => {
          const rows = rowsOf[`${part}.${name}`] ?? rowsOf[name]
          return <ContentField key={name} path={`texts.${part}.${name}`} label={label} {...(rows && { rows })} />
        })}
      </Part>
    ))}
    <Part title={sectionTitles.testimonials} path="testimonials">
      <TestimonialsFields />
    </Part>
    <Part title={sectionTitles.faq} path="faq">
      <FaqFields />
    </Part>
    {legalNames.map((name) => (
      <LegalPart key={name} name={name} />
    ))}
    <Part title="Order of the sections" path="sections">
      <OrderFields />
    </Part>
  </div>
)

/** The editor is large: it loads when the part is first opened. */
function LegalPart({ name }: { name: LegalName }) {
  const [isOpened, setOpened] = useState(false)
  return (
    <Part title={legalTitles[name]} path={`legal.${name}`} onOpen={() => setOpened(true)}>
      {isOpened && <LegalFields name={name} />}
    </Part>
  )
}

/** Placeholders for the facts that a text can name. */
function Placeholders() {
  const { facts } = useAtomValue(contentAtom)!
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-2.5 text-muted hover:underline">
        Use {'{placeholders}'} to insert facts
      </summary>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-xl border border-line bg-card p-4">
        {Object.entries(placeholders).map(([name, { of }]) => (
          <div key={name} className="contents">
            <dt>
              <code>{`{${name}}`}</code>
            </dt>
            <dd className="min-w-0 text-muted [overflow-wrap:anywhere]">{of(facts)}</dd>
          </div>
        ))}
        <dt>
          <code>{'{price:birthday}'}</code>
        </dt>
        <dd className="text-muted">the price of that card; also lessons, charter, team, bow and leagues</dd>
      </dl>
    </details>
  )
}
