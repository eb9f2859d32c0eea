type Stat = { figure: string; label: string }

/** A figure and what it counts, side by side with others. */
export const Stats = ({ stats, tile }: { stats: readonly Stat[]; tile: string }) => (
  <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
    {stats.map(({ figure, label }) => (
      <li key={label} className={`grid content-start gap-1 ${tile}`}>
        <strong className="font-bold font-display text-2xl leading-none sm:text-3xl">{figure}</strong>{' '}
        <span className="text-[0.95rem] leading-snug">{label}</span>
      </li>
    ))}
  </ul>
)
