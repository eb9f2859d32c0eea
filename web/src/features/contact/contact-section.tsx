import type { ReactNode } from 'react'
import { usePage } from '#content/frame'
import { askId, topics } from '#content/site'
import { Arrow } from '#ui/drawings'
import { Icon, type IconName } from '#ui/icon'
import { Island } from '#ui/island'

/** The form (`children`) and the other contact details. */
export function ContactSection({ children }: { children: ReactNode }) {
  const { contact, email, phone, hours } = usePage()
  return (
    <section id="contact" tabIndex={-1} aria-labelledby="contact-title" className="section-space">
      <div className="page-width grid gap-10 lg:grid-cols-[5fr_7fr] lg:gap-16">
        <div className="grid content-start gap-6">
          <h2 id="contact-title" className="text-title">
            {contact.title}
          </h2>
          <p className="max-w-[19.9em] text-lead text-muted">{contact.intro}</p>
          <ul className="grid gap-4">
            <Detail icon="mail">
              <a href={`mailto:${email}`} className="text-link font-semibold">
                {email}
              </a>
            </Detail>
            <Detail icon="phone">
              <a href={phone.href} className="text-link font-semibold">
                {phone.text}
              </a>
              {phone.note && <span className="block text-muted">{phone.note}</span>}
            </Detail>
            <Detail icon="clock">
              <span className="font-semibold">{hours.text.days}</span>
              <span className="block text-muted">{hours.text.times}</span>
              {[...hours.text.coming, ...hours.text.exceptions].map((text) => (
                <span key={text} className="block text-muted">
                  {text}
                </span>
              ))}
            </Detail>
            <Detail icon="answer">{contact.response}</Detail>
          </ul>
          <PinnedLetter className="mt-4 hidden w-full max-w-sm rounded-2xl lg:block" />
        </div>
        <div className="screen-only self-start rounded-2xl border border-line bg-card p-5 shadow-card sm:p-8">
          <TopicAnchors>
            <Island name="contact">{children}</Island>
          </TopicAnchors>
        </div>
      </div>
    </section>
  )
}

/** Wraps the form in one anchor per topic. */
const TopicAnchors = ({ children }: { children: ReactNode }) =>
  topics.reduce(
    (form, topic) => (
      <div key={topic} id={askId(topic)} tabIndex={-1}>
        {form}
      </div>
    ),
    children,
  )

const Detail = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li className="flex gap-3">
    <Icon name={icon} className="mt-0.5 size-6 shrink-0 text-accent" />
    <p className="min-w-0">{children}</p>
  </li>
)

const PinnedLetter = ({ className }: { className: string }) => (
  <svg viewBox="0 0 420 250" className={className} aria-hidden="true" fill="none">
    <path d="M0 226c90-16 220-22 420-10v34H0Z" className="fill-hill-near" />
    <path d="M0 238c120-12 250-14 420-8v20H0Z" className="fill-meadow" />
    <path d="M262 20h36l6 214h-48Z" className="fill-wood" />
    <path d="M256 234 262 20h8l-4 214Z" className="fill-wood-edge" />
    <path d="M258 20c0-9 44-9 44 0v6h-44Z" className="fill-wood-edge" />
    <g transform="rotate(5 250 110)">
      <path d="M180 62h142v100H180Z" className="fill-white" />
      <path d="m180 62 71 52 71-52" className="stroke-[#c9bd9c]" strokeWidth="3" strokeLinejoin="round" />
      <path d="M180 162 236 104M322 162l-56-58" className="stroke-[#c9bd9c]" strokeWidth="2.4" />
      <circle cx="251" cy="112" r="13" className="fill-red" />
    </g>
    <g transform="translate(250 116) rotate(9)">
      <Arrow />
    </g>
    <path
      d="M330 232c-2-12-6-18-10-22m14 22c0-16 2-24 6-32m-2 32c4-10 8-14 14-18M60 232c-2-10-5-15-9-19m13 19c0-14 2-20 6-28"
      className="stroke-hill-mid"
      strokeWidth="4"
      strokeLinecap="round"
    />
  </svg>
)
