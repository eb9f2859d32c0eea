import type { LegalName } from '@app/contracts/website/legal'
import type { PageTexts } from '@app/contracts/website/page-texts'
import { labels } from '#content/frame'
import { usePage } from '#content/shown-page'
import { BrandMark } from '#ui/brand-mark'

/** As the footer calls it. */
export const legalTitle = ({ small }: PageTexts['footer'], legal: LegalName) =>
  small.find(({ name }) => name === legal)?.label ?? ''

/** The privacy policy or the terms, without the text, which the prerenderer puts in. */
export function LegalPage({ name }: { name: LegalName }) {
  const { name: school, footer } = usePage()
  return (
    <>
      <header className="page-width flex min-h-16 items-center">
        <a href="/" className="flex items-center gap-2.5 font-bold font-display text-lg">
          <BrandMark className="size-9 shrink-0" />
          {school}
        </a>
      </header>
      <main id="main" className="page-width grid gap-8 pt-8 pb-20">
        <h1 className="text-title">{legalTitle(footer, name)}</h1>
        <div className="legal-text max-w-prose" />
        <p>
          <a href="/" className="text-link">
            {labels.home}
          </a>
        </p>
      </main>
    </>
  )
}
