const rings = [
  [15, '#fdf8e9'],
  [12.2, '#14363a'],
  [9.4, '#2f8ca5'],
  [6.6, '#dc4526'],
  [3.6, '#f8bd34'],
] as const

/** The school's mark: a target. */
export const BrandMark = ({ className = 'size-9' }: { className?: string }) => (
  <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
    <circle cx="16" cy="16" r="16" fill="#14363a" />
    {rings.map(([r, fill]) => (
      <circle key={r} cx="16" cy="16" r={r} fill={fill} />
    ))}
  </svg>
)
