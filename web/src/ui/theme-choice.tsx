import { Monitor, Moon, Sun } from 'lucide-react'
import { useId, useState } from 'react'
import { chooseTheme, readTheme, type Theme } from '#lib/theme'

const themes: readonly { value: Theme; label: string; Icon: typeof Sun }[] = [
  { value: 'system', label: 'System', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
]

/** Light, dark, or as the system is. */
export function ThemeChoice() {
  const name = useId()
  const [theme, setTheme] = useState(readTheme)
  return (
    <fieldset className="grid grid-cols-3 gap-1 rounded-lg bg-sunken p-1">
      <legend className="sr-only">Theme</legend>
      {themes.map(({ value, label, Icon }) => (
        <label
          key={value}
          className="flex min-h-9 cursor-pointer items-center justify-center gap-1.5 rounded-md px-1 text-sm has-checked:bg-card has-checked:font-semibold has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={theme === value}
            onChange={() => {
              chooseTheme(value)
              setTheme(value)
            }}
            className="sr-only"
          />
          <Icon className="size-4" aria-hidden="true" />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
