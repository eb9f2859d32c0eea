/** Where the author of a mail wants to be answered, if not at its address. */
export const WantedAnswers = ({ addresses }: { addresses: readonly string[] }) =>
  addresses.length > 0 && (
    <p className="text-muted text-sm [overflow-wrap:anywhere]">Asks for replies at {addresses.join(', ')}</p>
  )
