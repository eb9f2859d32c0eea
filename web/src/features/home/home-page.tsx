import { useStore } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { usePage } from '#content/shown-page'
import { navigation } from '#content/site'
import { Island } from '#ui/island'
import { usePageTitle } from '#ui/page-title'
import { About } from './about'
import { FinalCall } from './final-call'
import { Footer } from './footer'
import { Header } from './header'
import { Hero } from './hero'
import { Services } from './services'
import { watchSiteContent } from './watch-site-content'

/** The public page, from top to bottom. */
export function HomePage({ contact }: { contact: ReactNode }) {
  usePageTitle(usePage().search.title)
  const store = useStore()
  useEffect(() => watchSiteContent(store), [store])
  return (
    <>
      <a
        href="#main"
        className="sr-only z-30 rounded-full bg-card px-5 py-3 font-semibold text-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {navigation.skip}
      </a>
      <Island name="header">
        <Header />
      </Island>
      <main id="main" tabIndex={-1}>
        <Hero />
        <Island name="services">
          <Services />
        </Island>
        <About />
        <FinalCall />
        {contact}
      </main>
      <Footer />
    </>
  )
}
