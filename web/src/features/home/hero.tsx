import { hero, site } from '../../content/site'
import { ExternalButton } from '../../ui/external-link'
import { Hills, Target } from './hero-scene'
import { Stats } from './stats'

/** What the visitor sees first. */
export const Hero = () => (
  <section id={hero.id} tabIndex={-1} className="on-woods relative isolate overflow-hidden bg-woods text-on-woods">
    <Hills />
    <div className="page-width relative grid gap-x-10 gap-y-8 pt-28 pb-10 md:pt-36 lg:grid-cols-[7fr_5fr]">
      <div className="grid content-center justify-items-start gap-5">
        <p className="eyebrow text-ember">{hero.eyebrow}</p>
        <h1 className="max-w-[14ch] text-[clamp(2.6rem,7vw,4.75rem)]">{hero.headline}</h1>
        <p className="max-w-[52ch] text-lg text-on-woods-soft md:text-xl">{hero.intro}</p>
        <ExternalButton href={site.booking} look="accent" size="large" className="mt-2">
          {hero.action}
        </ExternalButton>
      </div>
      <Target className="mx-auto w-56 sm:w-72 lg:w-full" />
    </div>
    <div className="page-width relative pb-12 md:pb-16">
      <Stats stats={hero.stats} tile="rounded-2xl border border-woods-line bg-woods/80 p-4 sm:p-5" />
    </div>
  </section>
)
