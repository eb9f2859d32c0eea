type Props = { label: string; isMine: boolean; onChange: (isMine: boolean) => void }

const scopes = [
  { name: 'Mine', value: true },
  { name: 'All', value: false },
] as const

/** Chooses between what concerns the user and everything. */
export const ScopeChoice = ({ label, isMine, onChange }: Props) => (
  <fieldset className="flex gap-1">
    <legend className="sr-only">{label}</legend>
    {scopes.map(({ name, value }) => (
      <button
        key={name}
        type="button"
        aria-pressed={isMine === value}
        onClick={() => onChange(value)}
        className="min-h-11 rounded-control border-2 border-edge bg-card px-3 font-display font-semibold text-sm hover:border-forest aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
      >
        {name}
      </button>
    ))}
  </fieldset>
)
