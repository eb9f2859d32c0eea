const canopy = [
  [-118, -132, 46],
  [-84, -176, 52],
  [-28, -216, 62],
  [44, -220, 60],
  [102, -178, 54],
  [134, -130, 44],
  [72, -122, 52],
  [0, -146, 78],
  [-62, -112, 46],
] as const

const clumps = [
  [-96, -176, 40],
  [-34, -226, 48],
  [46, -226, 44],
  [104, -172, 36],
  [4, -162, 46],
  [-76, -122, 34],
  [74, -118, 32],
] as const

/** Leaves that the sun falls on: a dome with a scalloped hem. */
const clump = (x: number, y: number, r: number) => {
  const hem = `q${-r / 4} ${r / 2.2} ${-r / 2} 0`
  return `M${x - r} ${y}a${r} ${r * 0.86} 0 0 1 ${r * 2} 0${hem.repeat(4)}Z`
}

/** A valley oak: broad, on a bent trunk. Stands on the origin, about 280 high. */
const Oak = () => (
  <g>
    <path
      d="M-28 4C-12-28-20-56-64-94l10-10c22 14 32 26 36 38 0-24-4-48-8-74h18c4 26 6 46 6 62 10-18 30-34 60-46l8 10C34-84 22-50 34 4Z"
      className="fill-bark"
    />
    {canopy.map(([x, y, r]) => (
      <circle key={x} cx={x} cy={y} r={r} className="fill-leaf" />
    ))}
    {clumps.map(([x, y, r]) => (
      <path key={x} d={clump(x, y, r)} className="fill-leaf-lit" />
    ))}
  </g>
)

const skin = 'stroke-[#b9784f]'

/** A child at full draw. Stands with its feet on the origin, 104 high. */
const ChildArcher = ({ arrow = true }: { arrow?: boolean }) => (
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
const Instructor = () => (
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

/** The hills of the foothills, oaks, and a first lesson. */
export const Range = () => (
  <svg viewBox="0 0 1440 520" preserveAspectRatio="xMaxYMax slice" className="range" aria-hidden="true">
    <path
      className="fill-ridge"
      d="M0 418c110-22 190-40 290-26s170 16 270-18 190-74 300-62 170 36 270 22 210-60 310-36v222H0Z"
    />
    <path className="stroke-ink opacity-60" strokeWidth="3" strokeLinecap="round" fill="none" d={hawks} />
    <path className="fill-hill-far" d="M0 448c160-34 330-22 500-4s330-12 480-62 300-58 460-30v168H0Z" />
    <g className="fill-leaf opacity-70">
      {distantOaks.map(([x, y, r]) => (
        <path key={x} d={`M${x - r} ${y}a${r} ${r * 0.8} 0 0 1 ${r * 2} 0Z`} />
      ))}
    </g>
    <path className="fill-hill-mid" d="M0 480c220-24 400-14 600-2s380-12 520-56 240-52 320-40v138H0Z" />
    <g transform="translate(1296 430)" className="near-oak">
      <Oak />
    </g>
    <path className="fill-hill-near" d="M0 502c240-14 420-10 640-4s420-30 560-62 180-34 240-28v112H0Z" />
    <g transform="translate(856 490) scale(1.42)">
      <Instructor />
    </g>
    <g transform="translate(958 484) scale(1.5)">
      <ChildArcher />
    </g>
    <path className="fill-meadow" d="M0 516c300-10 560-12 760-14s460-12 680-24v42H0Z" />
  </svg>
)

const hawks = 'M560 300q9-9 15 0 7-9 16-1M618 326q6-6 10 0 5-6 11-1'

const distantOaks = [
  [96, 436, 26],
  [140, 430, 18],
  [420, 442, 20],
  [620, 442, 28],
  [664, 440, 18],
  [1050, 366, 22],
] as const
