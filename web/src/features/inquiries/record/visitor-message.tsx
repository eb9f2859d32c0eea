import { optionLabel } from '@app/table-schema/field'
import { SuppressedNote } from '#lib/suppressed-address'
import type { RecordPartProps } from '#lib/table-extension'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The visitor's message for reading. */
export function VisitorMessage({ schema, record }: Pick<RecordPartProps, 'schema' | 'record'>) {
  const { name, email, interest, message } = record
  return (
    <figure className="grid gap-2">
      <figcaption className="[overflow-wrap:anywhere]">
        <strong className="font-display">{textOf(name)}</strong>{' '}
        <span className="text-muted">
          ({textOf(email)}) about {optionLabel(schema.properties['interest'], interest)}
        </span>
        <SuppressedNote email={textOf(email)} />
      </figcaption>
      <blockquote
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        tabIndex={0}
        aria-label="Message"
        className="max-h-36 overflow-y-auto whitespace-pre-wrap rounded-lg border border-line bg-card px-3.5 py-2 [overflow-wrap:anywhere]"
      >
        {textOf(message)}
      </blockquote>
    </figure>
  )
}
