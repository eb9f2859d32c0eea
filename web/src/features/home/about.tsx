import { MapPin } from 'lucide-react'
import { about } from '../../content/site'
import { Stats } from './stats'

/** Who teaches, where, and with what record. */
export const About = () => (
  <section id="about" tabIndex={-1} aria-labelledby="about-title" className="section-space bg-sunken">
    <div className="page-width grid gap-10">
      <div className="grid gap-10 lg:grid-cols-[7fr_5fr] lg:gap-16">
        <div className="grid content-start gap-5 text-lg">
          <h2 id="about-title" className="text-[clamp(2rem,4.5vw,3rem)]">
            {about.title}
          </h2>
          {about.paragraphs.map((text) => (
            <p key={text} className="max-w-prose">
              {text}
            </p>
          ))}
        </div>
        <div className="grid content-start gap-4">
          <h3 className="text-xl">{about.placesTitle}</h3>
          <ul className="grid gap-4">
            {about.places.map(({ name, place, when }) => (
              <li key={name} className="flex gap-3">
                <MapPin className="mt-0.5 size-6 shrink-0 text-accent" />
                <p>
                  <strong className="font-display">{name}</strong>, {place}
                  <span className="block text-muted">{when}</span>
                </p>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Stats stats={about.stats} tile="border-t-4 border-accent pt-4" />
    </div>
  </section>
)
