import { StoredSettings, type StoredSettingsProps } from '#ui/stored-settings'

type Props<Settings extends object> = Omit<StoredSettingsProps<Settings>, 'saved'> & {
  /** What is on or off, as in "Reminders are". */
  subject: string
  label: string
}

/** Settings of mails that are sent or not, with a switch above the fields of `children`. */
export const SwitchedSettings = <Settings extends { on: boolean }>({
  subject,
  label,
  children,
  ...props
}: Props<Settings>) => (
  <StoredSettings {...props} saved={({ on }: Settings) => `Saved. ${subject} ${on ? 'on' : 'off'}.`}>
    {(fields) => (
      <>
        <label className="flex min-h-11 items-center gap-2.5">
          <input
            type="checkbox"
            className="size-5 accent-primary"
            checked={fields.values.on}
            disabled={fields.isSaving}
            onChange={({ target }) => fields.change({ on: target.checked } as Partial<Settings>)}
          />
          {label}
        </label>
        {children(fields)}
      </>
    )}
  </StoredSettings>
)
