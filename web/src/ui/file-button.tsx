import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { onFiles: (files: [File, ...File[]]) => void }

/** A button that takes files from the device; the same file can be chosen twice in a row. `className` is that of the button. */
export const FileButton = ({ className, onFiles, children, ...input }: Props) => (
  <label
    className={`inline-flex cursor-pointer items-center rounded-control font-display font-semibold has-focus-visible:outline-3 has-focus-visible:outline-focus ${className}`}
  >
    {children}
    <input
      {...input}
      type="file"
      onChange={({ target }) => {
        const [first, ...others] = target.files ?? []
        target.value = ''
        if (first) onFiles([first, ...others])
      }}
      className="sr-only"
    />
  </label>
)
