import { useEffect, useRef } from 'react'
import { TextField } from '#ui/field'

export const pinText = 'Enter 4 to 6 digits'
export const isPin = (digits: string) => /^\d{4,6}$/.test(digits)

type Props = { label: string; value: string; error: string; onChange: (digits: string) => void }

/** The digits that open a device that was handed over. No field for a password: browsers would keep it, and offer it to whoever holds the device. */
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
