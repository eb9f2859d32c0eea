import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'

const control =
  'w-full rounded-control border-2 border-edge bg-card px-3.5 py-2.5 text-ink placeholder:text-muted hover:border-forest focus:border-forest disabled:border-line disabled:bg-sunken disabled:text-muted aria-invalid:border-bad'

type FieldProps = { id: string; label: string; error?: string; onValue?: (value: string) => void }

const controlProps = <Rest extends object>({ id, label: _, error, onValue, ...rest }: FieldProps & Rest) => ({
  id,
  className: control,
  onChange: onValue && (({ target }: { target: { value: string } }) => onValue(target.value)),
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error ? `${id}-error` : undefined,
  ...rest,
})

const field = ({ id, label, error }: FieldProps, children: ReactNode) => (
  <div className="grid content-start gap-1.5">
    <label htmlFor={id} className="font-semibold">
      {label}
    </label>
    {children}
    <p id={`${id}-error`} className="text-bad text-sm empty:hidden">
      {error}
    </p>
  </div>
)

export const TextField = (props: FieldProps & InputHTMLAttributes<HTMLInputElement>) =>
  field(props, <input {...controlProps(props)} />)

export const TextAreaField = (props: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) =>
  field(props, <textarea {...controlProps(props)} className={`${control} ${props.rows ? '' : 'min-h-36'} resize-y`} />)

/** One choice of a `<select>`. */
export const option = (value: string | number, label: string) => (
  <option key={value} value={value}>
    {label}
  </option>
)

type Options = { options: readonly { value: string; label: string }[]; placeholder: string }

export const SelectField = ({
  options,
  placeholder,
  ...props
}: FieldProps & Options & SelectHTMLAttributes<HTMLSelectElement>) =>
  field(
    props,
    <select {...controlProps(props)}>
      <option value="">{placeholder}</option>
      {options.map(({ value, label }) => option(value, label))}
    </select>,
  )
