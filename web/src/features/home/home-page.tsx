import type { SectionName } from '@app/contracts/website/sections'
import { useStore } from 'jotai'
import { Fragment, type ReactNode, useEffect } from 'react'
import { usePage } from '#content/shown-page'
import { navigation } from '#content/site'
import { Island } from '#ui/island'
import { usePageTitle } from '#ui/page-title'
import { About } from './about'
import { FinalCall } from './final-call'
import { Footer } from './footer'
import { Header } from './header'
import { Hero } from './hero'
import { Instructors } from './instructors'
import { NextLessons } from './next-lessons'
import { Picture } from './picture'
import { Services } from './services'
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

/** Questions with their answers, which open without a script. */
function Faq() {
  const { faq } = usePage()
  return (
    <section id="faq" tabIndex={-1} aria-labelledby="faq-title" className="section-space">
      <div className="page-width grid gap-8">
        <h2 id="faq-title" className="text-title">
          {faq.title}
        </h2>
        <div className="grid max-w-3xl border-line border-t">
          {faq.items.map(({ question, answer }) => (
            <details key={question} className="border-line border-b">
              <summary className="min-h-11 cursor-pointer py-4 font-display font-semibold text-lg">{question}</summary>
              <p className="max-w-prose whitespace-pre-line pb-5 text-muted">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}

const sizes = '(min-width: 64rem) 24rem, (min-width: 40rem) 31vw, 40vw'

/** Photos of the school. */
function Gallery() {
  const { gallery } = usePage()
  return (
    <section id="gallery" tabIndex={-1} aria-labelledby="gallery-title" className="section-space">
      <div className="page-width grid gap-8">
        <h2 id="gallery-title" className="text-title">
          {gallery.title}
        </h2>
        <ul className="grid grid-cols-2 items-center gap-3 sm:grid-cols-3 sm:gap-5">
          {gallery.items.map((picture) => (
            <li key={picture.id}>
              <Picture picture={picture} sizes={sizes} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Quotes about the school. */
function Testimonials() {
  const { testimonials } = usePage()
  return (
    <section id="testimonials" tabIndex={-1} aria-labelledby="testimonials-title" className="section-space">
      <div className="page-width grid gap-8">
        <h2 id="testimonials-title" className="text-title">
          {testimonials.title}
        </h2>
        <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {testimonials.items.map(({ text, author }) => (
            <li key={text}>
              <figure className="grid gap-3 border-gold border-l-4 pl-4">
                <blockquote className="max-w-prose whitespace-pre-line text-lg">{text}</blockquote>
                <figcaption className="text-muted">{author}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
