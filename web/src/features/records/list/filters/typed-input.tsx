import type { FieldSchema } from '@app/table-schema/schema'
import type { Filters } from '#lib/list-address'
import { useDebounced } from '#lib/use-later'

export type FilterProps = {
  table: string
  name: string
  title: string
  field: FieldSchema
  filters: Filters
  /** Replaces all filters of this field. */
  onFilter: (next: Filters) => void
}

type Props = { type: string; label: string; value: string; onValue: (value: string) => void }

/** An input that reports its value when typing pauses. */
export function TypedInput({ type, label, value, onValue }: Props) {
  const [text, change] = useDebounced(value, onValue)
  return (
    <input
      type={type}
      aria-label={label}
      step="any"
      maxLength={200}
      value={text}
      onChange={(event) => change(event.target.value)}
      onBlur={() => text !== value && change(text, true)}
      className="control control-small w-full min-w-0"
    />
  )
}
