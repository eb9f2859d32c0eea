import { Link } from 'wouter'

export type Ranked = {
  name: string
  amount: number
  /** The amount in words. */
  text: string
  /** The records behind the amount, if there are any. */
  href?: string
}

/** Names with their amounts, each before a bar of its share of the largest one. Names of any length have room. */
export function RankedList({ items }: { items: readonly Ranked[] }) {
  const most = Math.max(1, ...items.map(({ amount }) => amount))
  return (
    <ol className="grid gap-1">
      {items.map(({ name, amount, text, href }) => (
        <li key={name} className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 rounded-lg px-2 py-1.5">
          <span
            aria-hidden="true"
            className="absolute inset-y-0 left-0 rounded-lg bg-sunken"
            style={{ width: `${(amount / most) * 100}%` }}
          />
          <bdi className="relative min-w-0 truncate font-semibold" title={name}>
            {href ? (
              <Link href={href} className="text-link">
                {name}
              </Link>
            ) : (
              name
            )}
          </bdi>
          <span className="relative tabular-nums">{text}</span>
        </li>
      ))}
    </ol>
  )
}
