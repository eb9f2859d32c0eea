import { portraitUrl } from '@app/contracts/website/picture-address'
import type { SectionName } from '@app/contracts/website/sections'
import { useStore } from 'jotai'
import { Fragment, type ReactNode, useEffect } from 'react'
import { labels, usePage } from '#content/frame'
import { navigation } from '#content/site'
import { Arrow, ArrowGlyph, TargetFace } from '#ui/drawings'
import { ExternalButton } from '#ui/external-link'
import { Island } from '#ui/island'
import { usePageTitle } from '#ui/page-title'
import { About } from './about'
import { Footer } from './footer'
import { Header } from './header'
import { Hero } from './hero'
import { NextLessons } from './next-lessons'
import { Picture } from './picture'
import { Services } from './services'
import { watchSiteContent } from './watch-site-content'

/** The final call to action before the contact form. */
function FinalCall() {
  const { call, booking } = usePage()
  return (
    <section
      aria-labelledby="final-call-title"
      className="screen-only on-woods relative isolate overflow-hidden bg-woods text-on-woods"
    >
      <svg
        viewBox="0 0 200 200"
        aria-hidden="true"
        className="absolute -right-36 -bottom-44 -z-10 size-[26rem] overflow-visible opacity-90 lg:top-1/2 lg:right-[max(-2rem,50vw-44rem)] lg:bottom-auto lg:size-[30rem] lg:-translate-y-1/2 xl:size-[38rem]"
      >
        <TargetFace />
        <g transform="translate(96 103) rotate(-12) scale(.5)">
          <Arrow shaft="stroke-[#fdf0d2]" />
        </g>
        <g transform="translate(108 92) rotate(4) scale(.5)">
          <Arrow shaft="stroke-[#fdf0d2]" />
        </g>
      </svg>
      <div className="page-width pt-20 pb-64 md:pb-40 lg:py-32">
        <div className="grid max-w-xl justify-items-start gap-5 lg:max-w-2xl">
          <h2 id="final-call-title" className="text-title">
            {call.title}
          </h2>
          <p className="max-w-[19.9em] text-lead text-on-woods-soft">{call.text}</p>
          <ExternalButton href={booking} variant="gold" size="large" className="mt-2">
            {call.action}
            <ArrowGlyph />
          </ExternalButton>
        </div>
      </div>
    </section>
  )
}

const Section = ({ id, title, children }: { id: SectionName; title: string; children: ReactNode }) => (
  <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className="section-space">
    <div className="page-width grid gap-8">
      <h2 id={`${id}-title`} className="text-title">
        {title}
      </h2>
      {children}
    </div>
  </section>
)

const portraitSizes = '(min-width: 64rem) 17rem, (min-width: 40rem) 31vw, 45vw'
/** Faces are above the middle. */
const portraitShape = { decorative: false, focus: { x: 0.5, y: 0.3 }, crop: 'tall' } as const

/** The instructors who are shown, with the photos of their records. */
function Instructors() {
  const { instructors } = usePage()
  return (
    <Section id="instructors" title={labels.instructors}>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-8 sm:grid-cols-3 sm:gap-x-5 lg:grid-cols-4">
        {instructors.map(({ name, certificate, photo }) => (
          <li key={name} className="grid content-start gap-3">
            {photo ? (
              <Picture picture={{ ...photo, ...portraitShape, alt: name }} sizes={portraitSizes} urlOf={portraitUrl} />
            ) : (
              <span
                aria-hidden="true"
                className="grid aspect-4/5 place-items-center rounded-2xl bg-sunken font-display text-figure text-muted"
              >
                {[...name][0]}
              </span>
            )}
            <p className="leading-snug">
              <strong className="font-display text-lg">{name}</strong>
              {certificate && <span className="block text-muted">{certificate}</span>}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

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
    <Section id="faq" title={faq.title}>
      <div className="grid max-w-3xl border-line border-t">
        {faq.items.map(({ question, answer }) => (
          <details key={question} className="border-line border-b">
            <summary className="min-h-11 cursor-pointer py-4 font-display font-semibold text-lg">{question}</summary>
            <p className="max-w-prose whitespace-pre-line pb-5 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}

const sizes = '(min-width: 64rem) 24rem, (min-width: 40rem) 31vw, 40vw'

/** Photos of the school. */
function Gallery() {
  const { gallery } = usePage()
  return (
    <Section id="gallery" title={gallery.title}>
      <ul className="grid grid-cols-2 items-center gap-3 sm:grid-cols-3 sm:gap-5">
        {gallery.items.map((picture) => (
          <li key={picture.id}>
            <Picture picture={picture} sizes={sizes} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Quotes about the school. */
function Testimonials() {
  const { testimonials } = usePage()
  return (
    <Section id="testimonials" title={testimonials.title}>
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
    </Section>
  )
}
