import { useEffect, useRef } from 'react'
import { TextField } from '#ui/field'

export const pinText = 'Enter 4 to 6 digits'
export const isPin = (digits: string) => /^\d{4,6}$/.test(digits)

type Props = { label: string; value: string; error: string; onChange: (digits: string) => void }

/** The PIN that unlocks a device that was handed over. Not a password field: browsers would save it, and offer it to the person with the device. */
export function PinField({ label, value, error, onChange }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={ref} className="[&_input]:[-webkit-text-security:disc]">
      <TextField
        id="hand-back-pin"
        label={label}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={value}
        error={error}
        onValue={(value) => onChange(value.replace(/\D/g, ''))}
      />
    </div>
  )
}
