import { TargetFace } from '#ui/drawings/target-face'

/** A scroll progress arrow below the header; at the end of the page it reaches the target. */
export const FlightLine = () => (
  <div
    aria-hidden="true"
    className="flight-line pointer-events-none absolute inset-x-0 top-full hidden h-0 motion-safe:group-data-[scrolled=true]:block"
  >
    <svg viewBox="0 0 200 200" aria-hidden="true" className="absolute -top-3.5 right-3 size-7">
      <TargetFace />
    </svg>
    <svg viewBox="0 0 80 20" aria-hidden="true" className="flight absolute -top-2.5 left-0 h-5 w-20">
      <g fill="none" strokeLinecap="round" strokeWidth="2.5">
        <path d="M8 10h64" className="stroke-ink" />
      </g>
      <path d="m80 10-11-5v10Z" className="fill-ink" />
      <path d="M8 10 2 3h13l7 7-7 7H2Z" className="fill-red" />
    </svg>
  </div>
)
