type Props = { shaft?: string; stuck?: boolean }

/** An arrow to the right, 200 long, its end at the origin; one that is stuck in something shows no tip. */
export const Arrow = ({ shaft = 'stroke-[#3d2a1a]', stuck = true }: Props) => (
  <g>
    <path d={stuck ? 'M-196 0H0' : 'M-196 0H-8'} className={shaft} strokeWidth="5" strokeLinecap="round" />
    {!stuck && <path d="M4 0-24-10-17 0-24 10Z" className="fill-[#26343a]" />}
    <path d="M-196 0-212-15h30l18 15Z" className="fill-red" />
    <path d="M-196 0-212 15h30l18-15Z" className="fill-[#b8321a]" />
  </g>
)

/** The same, small, as a sign on buttons. */
export const ArrowGlyph = ({ className = '' }: { className?: string }) => (
  <svg viewBox="0 0 34 14" aria-hidden="true" className={`arrow-glyph h-3 w-7 shrink-0 ${className}`} fill="none">
    <g stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round">
      <path d="M4 7h27M26 2.5 31 7l-5 4.5M1.5 3 5 7l-3.5 4M7 3l3.5 4L7 11" />
    </g>
  </svg>
)

const rings = ['fill-white', 'fill-black', 'fill-blue', 'fill-red', 'fill-gold'] as const

/** The five rings of a target, in a box of 200 by 200. */
export const TargetFace = () =>
  rings.map((fill, at) => <circle key={fill} cx="100" cy="100" r={96 - at * 19} className={fill} />)
