import { Arrow } from '#ui/drawings/arrow'

/** Drawing of a letter pinned to a post by an arrow. */
export const PinnedLetter = ({ className }: { className: string }) => (
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
