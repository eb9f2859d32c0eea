import type { ReactNode } from 'react'
import { usePage } from '#content/shown-page'
import { askId, topics } from '#content/site'
import { Icon, type IconName } from '#ui/icon'
import { Island } from '#ui/island'
import { PinnedLetter } from './pinned-letter'

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
