import { finalCall, site } from '../../content/site'
import { ExternalButton } from '../../ui/external-link'

/** The last word before the contact form. */
export const FinalCall = () => (
  <section aria-labelledby="final-call-title" className="on-woods bg-woods-soft text-on-woods">
    <div className="page-width flex flex-wrap items-center justify-between gap-x-10 gap-y-6 py-14 md:py-20">
      <div className="grid max-w-2xl gap-3">
        <h2 id="final-call-title" className="text-[clamp(1.9rem,4vw,2.75rem)]">
          {finalCall.title}
        </h2>
        <p className="text-lg text-on-woods-soft">{finalCall.text}</p>
      </div>
      <ExternalButton href={site.booking} look="accent" size="large">
        {finalCall.action}
      </ExternalButton>
    </div>
  </section>
)
