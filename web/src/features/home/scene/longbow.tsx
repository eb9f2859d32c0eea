import { bowParts } from '#content/frame'

const [tip, limb, grip, string, fistmele] = bowParts

/** A strung longbow as a plate of a field guide; the names of its parts are drawn where there is room for them. */
export const Longbow = ({ caption }: { caption: string }) => (
  <figure className="grid gap-3">
    <svg viewBox="0 0 1120 190" className="w-full overflow-visible" aria-hidden="true" fill="none">
      <path d="M22 132H1098" className="stroke-muted" strokeWidth="1.6" />
      <path
        d="M18 128C170 74 360 42 510 38h100c150 4 340 36 492 90l-4 8C940 96 760 66 610 60H510C360 66 180 96 22 136Z"
        className="fill-[#a86b3a]"
      />
      <path d="M18 128C170 74 360 42 510 38h100c150 4 340 36 492 90" className="stroke-[#e5bd85]" strokeWidth="4" />
      <path d="M508 36h104l4 26H504Z" className="fill-[#6b3a20]" />
      <path
        d="M520 37v24M534 37v24M548 37v24M562 37v24M576 37v24M590 37v24M602 37v24"
        className="stroke-[#c98d57]"
        strokeWidth="2"
      />
      <path d="m14 122 14 16M1106 122l-14 16" className="stroke-[#3a2418]" strokeWidth="7" strokeLinecap="round" />
      <path d="M530 128h60v8h-60Z" className="fill-red" />
      <g className="hidden fill-ink stroke-none font-display font-semibold text-[18px] md:block">
        <text x="4" y="84">
          {tip}
        </text>
        <text x="286" y="44">
          {limb}
        </text>
        <text x="560" y="22" textAnchor="middle">
          {grip}
        </text>
        <text x="860" y="160">
          {string}
        </text>
        <text x="576" y="104">
          {fistmele}
        </text>
      </g>
      <path d="M560 66v58m-6-52 6-7 6 7m-12 46 6 7 6-7" className="hidden stroke-muted md:block" strokeWidth="1.6" />
    </svg>
    <figcaption className="text-muted">{caption}</figcaption>
  </figure>
)
