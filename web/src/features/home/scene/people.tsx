const skin = 'stroke-[#b9784f]'

/** A child at full draw. Stands with its feet on the origin, 104 high. */
export const ChildArcher = ({ arrow = true }: { arrow?: boolean }) => (
  <g strokeLinecap="round" strokeLinejoin="round" fill="none">
    <path d="M-3-46-15-2M3-46 16-2" className="stroke-[#27474f]" strokeWidth="12" />
    <path d="M-18 0h9M13 0h9" className="stroke-[#fdf8e9]" strokeWidth="5" />
    <path d="M-1-47-1-72" className="stroke-red" strokeWidth="21" />
    <g transform="rotate(-22 0 -74)">
      <path d="M29-126C50-112 54-92 54-77S50-42 29-28" className="stroke-[#6b4026]" strokeWidth="4.5" />
      <path d="M29-126 7-79 29-28" className="stroke-[#fdf8e9]" strokeWidth="1.4" />
      {arrow && <path d="M7-79h58" className="stroke-[#3d2a1a]" strokeWidth="2.6" />}
      {arrow && <path d="m70-79-9-4v8Z" className="fill-[#26343a]" />}
      <path d="M3-76h47" className={skin} strokeWidth="6.5" />
      <path d="M3-76h20" className="stroke-red" strokeWidth="8.5" />
      <path d="M-5-75-29-82 6-79" className={skin} strokeWidth="6.5" />
      <path d="M-5-75-27-82" className="stroke-red" strokeWidth="8.5" />
    </g>
    <circle cx="-1" cy="-94" r="10" className="fill-[#b9784f]" />
    <path d="M-12-93c-2-13 6-17 13-16 6 1 9 5 9 9-8 1-12-1-14 6-1 5-3 7-6 7Z" className="fill-[#3a2418]" />
    <path d="M-10-97c-8 1-13 7-12 17" className="stroke-[#3a2418]" strokeWidth="5" />
  </g>
)

/** The instructor next to them: an open hand shows where to look. 148 high. */
export const Instructor = () => (
  <g strokeLinecap="round" strokeLinejoin="round" fill="none">
    <path d="M-4-70-9-2M5-70 11-2" className="stroke-[#5d4a35]" strokeWidth="14" />
    <path d="M-12 0h10M8 0h11" className="stroke-[#26343a]" strokeWidth="6" />
    <path d="M0-70v-34" className="stroke-[#1d6a5d]" strokeWidth="27" />
    <path d="M-8-106-22-82-14-62" className="stroke-[#1d6a5d]" strokeWidth="10" />
    <path d="m-14-64-1 5" className="stroke-[#8d5a3c]" strokeWidth="8" />
    <path d="M8-106 28-114" className="stroke-[#1d6a5d]" strokeWidth="10" />
    <path d="m29-115 17-9" className="stroke-[#8d5a3c]" strokeWidth="7.5" />
    <path d="M0-110v-10" className="stroke-[#8d5a3c]" strokeWidth="10" />
    <circle cx="2" cy="-132" r="12" className="fill-[#8d5a3c]" />
    <path d="M-12-134c0-12 8-16 15-16s13 5 13 13l8 2-1 3-22-1Z" className="fill-[#e7b23c]" />
  </g>
)
