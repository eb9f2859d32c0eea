const oaks = [
  [150, 52, 26],
  [190, 57, 17],
  [1120, 44, 30],
  [1172, 50, 19],
  [1330, 46, 22],
] as const

/** Where the walk ends: the hills once more, on the edge of the footer. */
export const EveningHills = () => (
  <svg
    viewBox="0 0 1440 90"
    preserveAspectRatio="xMidYMax slice"
    className="-mb-px block h-16 w-full md:h-24"
    aria-hidden="true"
  >
    <path d="M0 54c180-30 340-34 560-14s400 4 560-16 220-10 320 2v64H0Z" className="fill-ridge" />
    {oaks.map(([x, y, r]) => (
      <path
        key={x}
        d={`M${x - r} ${y}a${r} ${r * 0.8} 0 0 1 ${r * 2} 0l${-r * 0.8} 8h${-r * 0.4}Z`}
        className="fill-leaf"
      />
    ))}
    <path d="M0 70c240-26 460-20 720-4s480-8 720-28v52H0Z" className="fill-woods" />
  </svg>
)
