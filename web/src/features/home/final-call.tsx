import { usePage } from '#content/shown-page'
import { Arrow, ArrowGlyph } from '#ui/drawings/arrow'
import { TargetFace } from '#ui/drawings/target-face'
import { ExternalButton } from '#ui/external-link'

/** The final call to action before the contact form. */
export function FinalCall() {
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
