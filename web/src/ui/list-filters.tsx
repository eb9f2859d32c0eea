import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { option } from './field'

const control = 'min-h-11 w-full rounded-control border-2 border-edge bg-card px-3'

const Labeled = ({ id, label, children }: { id: string; label: string; children: ReactNode }) => (
  <div className="grid min-w-0 grow basis-36 gap-0.5 text-sm">
    <label htmlFor={id}>{label}</label>
    {children}
  </div>
)

/** The filters of a page's list. */
export const ListFilters = ({ children }: { children: ReactNode }) => (
  <search className="flex flex-wrap gap-3">{children}</search>
)

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'className'> & {
  label: string
  onValue: (value: string) => void
}

export function InputFilter({ label, onValue, ...rest }: InputProps) {
  const id = useId()
  return (
    <Labeled id={id} label={label}>
      <input {...rest} id={id} className={control} onChange={({ target }) => onValue(target.value)} />
    </Labeled>
  )
}

type SelectProps = {
  label: string
  /** The text for no choice. */
  all: string
  options: readonly { name: string; title: string }[]
  value: string
  onValue: (value: string) => void
}

export function SelectFilter({ label, all, options, value, onValue }: SelectProps) {
  const id = useId()
  return (
    <Labeled id={id} label={label}>
      <select id={id} className={control} value={value} onChange={({ target }) => onValue(target.value)}>
        <option value="">{all}</option>
        {options.map(({ name, title }) => option(name, title))}
      </select>
    </Labeled>
  )
}
