/** Hills at dusk, one behind the other. */
export const Hills = () => (
  <svg
    viewBox="0 0 1440 420"
    preserveAspectRatio="xMidYMax slice"
    className="absolute inset-x-0 bottom-0 -z-10 h-[26rem] w-full"
    aria-hidden="true"
  >
    <path
      className="fill-woods-soft opacity-60"
      d="M0 190c120-60 240-90 380-70s240 90 400 70 260-120 400-110 180 50 260 90v250H0Z"
    />
    <path className="fill-woods-soft" d="M0 270c160-50 300-20 460 10s300 30 460-20 320-70 520-10v170H0Z" />
    <g className="fill-woods-line opacity-50">
      {oaks.map(([x, y, size]) => (
        <g key={x} transform={`translate(${x} ${y}) scale(${size})`}>
          <path d="M-4 0h8l2 46h-12Z" />
          <path d="M0-52c22-6 40 8 40 26 12 14 0 36-20 34-8 8-32 8-40 0-20 2-32-20-20-34 0-18 18-32 40-26Z" />
        </g>
      ))}
    </g>
    <path className="fill-woods" d="M0 350c240-50 480-40 720-10s480 20 720-30v110H0Z" />
  </svg>
)

const oaks = [
  [130, 238, 0.9],
  [235, 246, 0.6],
  [905, 262, 0.75],
  [1310, 226, 1],
  [1225, 232, 0.6],
] as const

const rings = [
  { r: 150, className: 'fill-[#f4efe2]' },
  { r: 121, className: 'fill-[#1f5a3d]' },
  { r: 92, className: 'fill-[#f4efe2]' },
  { r: 63, className: 'fill-[#b4481a]' },
  { r: 32, className: 'fill-[#f0b45a]' },
] as const

/** A target on its stand with an arrow near the middle. */
export const Target = ({ className }: { className: string }) => (
  <svg viewBox="0 0 400 420" className={className} aria-hidden="true">
    <g className="stroke-[#7b5a3a]" strokeWidth="13" strokeLinecap="round">
      <path d="M150 300 108 412" />
      <path d="M250 300 292 412" />
      <path d="M116 388h168" strokeWidth="9" />
    </g>
    <circle cx="200" cy="182" r="163" className="fill-[#c9a26b]" />
    {rings.map(({ r, className: fill }) => (
      <circle key={r} cx="200" cy="182" r={r} className={fill} />
    ))}
    <g strokeLinecap="round">
      <path d="M214 172 348 66" className="stroke-[#2c1d10]" strokeWidth="6" />
      <path d="m318 90 6-34 22-18-6 34Z" className="fill-[#f0a06a]" />
      <path d="m324 85 34-2 22-18-34 2Z" className="fill-[#d9743a]" />
    </g>
  </svg>
)
