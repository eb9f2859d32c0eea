import { Button } from '#ui/button'

const separator = '\n\n-- \n'

/** A reply with its signature, which mail programs know by the line before it. An empty reply stays empty. */
export const signed = (text: string, signature: string | undefined): string =>
  signature && text.trim() ? `${text.trimEnd()}${separator}${signature}` : text

/** A text without the signature that ends it, and whether there is one. */
export function unsigned(text: string, signature: string | undefined): { text: string; isSigned: boolean } {
  const ending = `${separator}${signature}`
  const isSigned = signature !== undefined && text.endsWith(ending)
  return { text: isSigned ? text.slice(0, -ending.length) : text, isSigned }
}

type Props = { signature: string; isSigned: boolean; onChange: (isSigned: boolean) => void }

/** The signature under a reply, which can be left out. */
export const Signature = ({ signature, isSigned, onChange }: Props) =>
  isSigned ? (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1 border-edge border-l-4 pl-3 text-sm">
      <p className="min-w-0 whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">
        <span className="sr-only">Signature: </span>
        {signature}
      </p>
      <Button size="small" variant="quiet" onClick={() => onChange(false)}>
        Leave out the signature
      </Button>
    </div>
  ) : (
    <Button size="small" variant="quiet" className="justify-self-start" onClick={() => onChange(true)}>
      Add the signature
    </Button>
  )
