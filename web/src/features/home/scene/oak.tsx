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
export const Oak = () => (
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
