import type { ReactNode } from 'react'
import { navigation, site, type Topic } from '#content/site'
import { usePageTitle } from '#ui/page-title'
import { About } from './about'
import { FinalCall } from './final-call'
import { Footer } from './footer'
import { Header } from './header'
import { Hero } from './hero'
import { Services } from './services'
import { useSiteContent } from './use-site-content'

type Props = { contact: ReactNode; onAsk: (topic: Topic) => void }

/** The public page, from top to bottom. `onAsk` is called when a visitor asks about a service. */
export function HomePage({ contact, onAsk }: Props) {
  usePageTitle(site.title)
  useSiteContent()
  return (
    <>
      <a
        href="#main"
        className="sr-only z-30 rounded-full bg-card px-5 py-3 font-semibold text-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {navigation.skip}
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        <Hero />
        <Services onAsk={onAsk} />
        <About />
        <FinalCall />
        {contact}
      </main>
      <Footer />
    </>
  )
}
