import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'

const control =
  'w-full rounded-control border-2 border-edge bg-card px-3.5 py-2.5 text-ink placeholder:text-muted hover:border-forest focus:border-forest disabled:border-line disabled:bg-sunken disabled:text-muted aria-invalid:border-bad'

type FieldProps = { id: string; label: string; error?: string }

/** A label, a control and its error. */
function Field({ id, label, error, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children}
      <p id={errorId(id)} className="text-bad text-sm empty:hidden">
        {error}
      </p>
    </div>
  )
}

const errorId = (id: string) => `${id}-error`

const ariaProps = ({ id, error }: FieldProps) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error ? errorId(id) : undefined,
})

export const TextField = ({ id, label, error, ...rest }: FieldProps & InputHTMLAttributes<HTMLInputElement>) => (
  <Field id={id} label={label} error={error}>
    <input className={control} {...ariaProps({ id, label, error })} {...rest} />
  </Field>
)

export const TextAreaField = ({
  id,
  label,
  error,
  ...rest
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <Field id={id} label={label} error={error}>
    <textarea
      className={`${control} ${rest.rows ? '' : 'min-h-36'} resize-y`}
      {...ariaProps({ id, label, error })}
      {...rest}
    />
  </Field>
)

type Options = { options: readonly { value: string; label: string }[]; placeholder: string }

export const SelectField = ({
  id,
  label,
  error,
  options,
  placeholder,
  ...rest
}: FieldProps & Options & SelectHTMLAttributes<HTMLSelectElement>) => (
  <Field id={id} label={label} error={error}>
    <select className={control} {...ariaProps({ id, label, error })} {...rest}>
      <option value="">{placeholder}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </Field>
)
