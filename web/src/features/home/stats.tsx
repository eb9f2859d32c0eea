type Stat = { figure: string; label: string }

/** A figure and what it counts, side by side with others. */
export const Stats = ({ stats, tile }: { stats: readonly Stat[]; tile: string }) => (
  <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
    {stats.map(({ figure, label }) => (
      <div key={label} className={`flex flex-col-reverse justify-end gap-1 ${tile}`}>
        <dt className="text-[0.95rem] leading-snug">{label}</dt>
        <dd className="font-bold font-display text-2xl leading-none sm:text-3xl">{figure}</dd>
      </div>
    ))}
  </dl>
)
