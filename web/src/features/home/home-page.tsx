import type { SectionName } from '@app/contracts/website/sections'
import { useStore } from 'jotai'
import { Fragment, type ReactNode, useEffect } from 'react'
import { usePage } from '#content/shown-page'
import { navigation } from '#content/site'
import { Island } from '#ui/island'
import { usePageTitle } from '#ui/page-title'
import { About } from './about'
import { Faq } from './faq'
import { FinalCall } from './final-call'
import { Footer } from './footer'
import { Gallery } from './gallery'
import { Header } from './header'
import { Hero } from './hero'
import { Instructors } from './instructors'
import { NextLessons } from './next-lessons'
import { Services } from './services'
import { Testimonials } from './testimonials'
import { watchSiteContent } from './watch-site-content'

const movable: Record<SectionName, ReactNode> = {
  services: (
    <Island name="services">
      <Services />
    </Island>
  ),
  about: <About />,
  instructors: <Instructors />,
  gallery: <Gallery />,
  testimonials: <Testimonials />,
  faq: <Faq />,
  call: <FinalCall />,
}

/** The public page, from top to bottom. */
export function HomePage({ contact }: { contact: ReactNode }) {
  const { search, sections } = usePage()
  usePageTitle(search.title)
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
        <Island name="lessons">
          <NextLessons />
        </Island>
        {sections.map((name) => (
          <Fragment key={name}>{movable[name]}</Fragment>
        ))}
        {contact}
      </main>
      <Footer />
    </>
  )
}
