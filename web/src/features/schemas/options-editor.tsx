import type { FieldSchema } from '@app/table-schema/schema'
import { type KeyboardEvent, useId } from 'react'
import { flushSync } from 'react-dom'
import { OptionDot } from '#features/records/list/cells/cell'
import { capital } from '#lib/words'
import { SmallButton } from '#ui/button'
import { option } from '#ui/field'
import { ErrorText } from '#ui/load-state'
import { OptionRow } from '#ui/option-row'
import { nameFor } from './draft'

export type Choice = Pick<FieldSchema, 'enum' | 'enumNames' | 'enumColors' | 'enumCapacities'>
type Tone = NonNullable<Choice['enumColors']>[number]
type Option = { value: string | number; label: string; tone: Tone; capacity: number | null }

const tones: readonly Tone[] = ['gray', 'green', 'amber', 'red', 'blue', 'purple']

/** The color that is proposed for another option: one that none has yet. */
const toneAfter = (options: readonly Option[]): Tone =>
  [...tones.slice(1), 'gray' as const].find((tone) => !options.some((option) => option.tone === tone)) ??
  tones[options.length % tones.length]!

/** A value that no label has been typed for. */
const isUntyped = (value: string | number) => /^option(_\d+)?$/.test(String(value))

/** Without the rows that nothing was typed in. One that was saved keeps its place, and needs a name. */
export const typedOptions = (choice: Choice): Choice =>
  choice.enum
    ? choiceOf(optionsOf(choice).filter(({ value, label }) => label.trim() !== '' || !isUntyped(value)))
    : choice

const optionsOf = ({ enum: values = [], enumNames, enumColors, enumCapacities }: Choice): Option[] =>
  values.map((value, at) => ({
    value,
    label: enumNames?.[at] ?? String(value),
    tone: enumColors?.[at] ?? 'gray',
    capacity: enumCapacities?.[at] ?? null,
  }))

const choiceOf = (options: readonly Option[]): Choice => ({
  enum: options.map(({ value }) => value),
  enumNames: options.map(({ label }) => label),
  enumColors: options.map(({ tone }) => tone),
  ...(options.some(({ capacity }) => capacity !== null) && { enumCapacities: options.map(({ capacity }) => capacity) }),
})

const control = 'min-h-11 rounded-control border-2 border-edge bg-card px-3 text-ink hover:border-forest'
type Props = {
  choice: Choice
  /** The options are places, which have room for so many people. */
  hasCapacity: boolean
  error: string | undefined
  onChange: (choice: Choice) => void
}

/** The options of a choice with their colors, in their order. A renamed option keeps its stored value. */
export function OptionsEditor({ choice, hasCapacity, error, onChange }: Props) {
  const id = useId()
  const stored = optionsOf(choice)
  // One row to type in from the start.
  const options = stored.length > 0 ? stored : [{ value: 'option', label: '', tone: toneAfter([]), capacity: null }]
  const change = (next: readonly Option[]) => onChange(choiceOf(next))
  const replace = (at: number, part: Partial<Option>) =>
    change(options.map((option, other) => (other === at ? { ...option, ...part } : option)))
  const add = () => {
    const last = options.length - 1
    if (options[last]?.label.trim() === '') {
      document.getElementById(`${id}-${last}`)?.focus()
      return
    }
    const value = nameFor(
      '',
      options.map((option) => String(option.value)),
      'option',
    )
    // At once: what is typed after Enter belongs to the next one.
    flushSync(() => change([...options, { value, label: '', tone: toneAfter(options), capacity: null }]))
    document.getElementById(`${id}-${options.length}`)?.focus()
  }
  /** Enter goes on with another option; it must not send the form around it. */
  const onKeyDown = (event: KeyboardEvent, { label }: Option) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (label.trim() !== '') add()
  }
  /** An option that is new takes its value from its label; one that was saved keeps it. */
  const label = (at: number, text: string) => {
    const { value } = options[at]!
    const isNew = isUntyped(value) || value === slug(at, options[at]!.label)
    replace(at, { label: text, ...(isNew && { value: slug(at, text) }) })
  }
  const slug = (at: number, text: string) =>
    nameFor(
      text,
      options.filter((_, other) => other !== at).map((option) => String(option.value)),
      'option',
    )

  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">Options</legend>
      {options.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option has no other name while it is typed.
        <OptionRow key={at} options={options} at={at} noun="Option" onChange={change}>
          <OptionDot color={each.tone} />
          <input
            id={`${id}-${at}`}
            aria-label={`Option ${at + 1}`}
            value={each.label}
            maxLength={100}
            onChange={(event) => label(at, event.target.value)}
            onKeyDown={(event) => onKeyDown(event, each)}
            className={`${control} min-w-32 flex-1`}
          />
          <select
            aria-label={`Color of option ${at + 1}`}
            value={each.tone}
            onChange={(event) => replace(at, { tone: event.target.value as Tone })}
            className={control}
          >
            {tones.map((tone) => option(tone, capital(tone)))}
          </select>
          {hasCapacity && (
            <input
              type="number"
              min={1}
              max={100_000}
              inputMode="numeric"
              aria-label={`People at one time in option ${at + 1}`}
              placeholder="No limit"
              value={each.capacity ?? ''}
              onChange={({ target }) => {
                const capacity = Math.trunc(Number(target.value))
                replace(at, { capacity: capacity >= 1 && capacity <= 100_000 ? capacity : null })
              }}
              className={`${control} w-28`}
            />
          )}
        </OptionRow>
      ))}
      {hasCapacity && <p className="text-muted text-sm">Capacity. You are warned when a lesson exceeds it.</p>}
      <SmallButton onClick={add}>Add an option</SmallButton>
      <ErrorText>{error}</ErrorText>
    </fieldset>
  )
}
