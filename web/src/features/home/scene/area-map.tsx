import { mapText, mapTowns } from '#content/shipped-map'
import { TargetFace } from '#ui/drawings'

const [north, south] = mapTowns

/** Where the two places lie, between the rivers. */
export const AreaMap = () => (
  <svg viewBox="0 0 440 300" role="img" aria-label={mapText} className="w-full rounded-2xl bg-hill-far/25">
    <path d="M440 0H300c30 60 70 90 140 96Z" className="fill-hill-mid/35" />
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path d="M58-6C78 40 40 70 62 112s-8 70 14 104 0 60-22 96" className="stroke-blue opacity-70" strokeWidth="11" />
      <path d="M76 214c40-6 52-30 92-30s50 14 86-2 44-44 96-50" className="stroke-blue opacity-70" strokeWidth="8" />
      <path d="M-6 272 84 240 136 218 250 108 330 40 372-6" className="stroke-card" strokeWidth="7" />
      <path
        d="M-6 272 84 240 136 218 250 108 330 40 372-6"
        className="stroke-muted"
        strokeWidth="2"
        strokeDasharray="9 7"
      />
    </g>
    <path d="M344 134c8-22 2-40 22-52s34 4 46 2 16 18 2 30-26 6-36 18-28 18-34 2Z" className="fill-blue opacity-70" />
    <Place x={250} y={108} label={north} />
    <Place x={118} y={226} label={south} below />
    <g transform="translate(404 262)" className="fill-ink stroke-ink" fill="none">
      <path d="M0 16v-46" strokeWidth="2.4" />
      <path d="m0-38-6 12h12Z" />
      <path d="m0 12-6-6v12l6 5 6-5V6Z" className="fill-red stroke-none" />
      <text x="12" y="-22" className="stroke-none font-display font-semibold text-[15px]">
        N
      </text>
    </g>
  </svg>
)

const Place = ({ x, y, label, below = false }: { x: number; y: number; label: string; below?: boolean }) => (
  <g>
    <g transform={`translate(${x - 15} ${y - 15}) scale(.15)`}>
      <TargetFace />
    </g>
    <text
      x={x + (below ? 22 : -24)}
      y={y + (below ? 26 : -2)}
      textAnchor={below ? 'start' : 'end'}
      className="fill-ink font-bold font-display text-[21px]"
    >
      {label}
    </text>
  </g>
)
