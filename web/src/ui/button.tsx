import type { AnchorHTMLAttributes, ComponentProps } from 'react'

const base =
  'inline-flex items-center justify-center gap-2 rounded-control font-display font-semibold leading-tight text-center transition-[background-color,border-color,translate] active:translate-y-px disabled:opacity-60 disabled:cursor-not-allowed'

const variants = {
  primary: 'bg-primary text-on-primary hover:bg-primary-strong disabled:hover:bg-primary',
  accent: 'bg-accent text-on-accent hover:bg-accent-strong',
  gold: 'bg-ember text-[#12292b] hover:bg-[#ffd88f]',
  outline:
    'border-2 border-edge bg-card text-ink hover:border-forest hover:bg-sunken disabled:hover:border-edge disabled:hover:bg-card',
  danger: 'bg-bad text-card hover:opacity-90',
  outlineDanger: 'border-2 border-bad bg-card text-bad hover:bg-bad-soft disabled:hover:bg-card',
  quiet: 'text-forest underline underline-offset-4 enabled:hover:decoration-2',
} as const

const sizes = {
  normal: 'min-h-11 px-5 py-2',
  large: 'min-h-13 px-5 py-3 text-lg xs:px-7',
  small: 'min-h-9 px-3.5 py-1 text-sm',
} as const

type Style = { variant?: keyof typeof variants; size?: keyof typeof sizes }

const classes = ({ variant = 'primary', size = 'normal' }: Style, more = '') =>
  `${base} ${variants[variant]} ${sizes[size]} ${more}`.trim()

export const Button = ({ variant, size, className, type = 'button', ...rest }: Style & ComponentProps<'button'>) => (
  <button type={type} className={classes({ variant, size }, className)} {...rest} />
)

/** The quiet button of lists, notices and panels: small, outlined, as wide as its text in a grid, too. */
export const SmallButton = ({ className = '', ...rest }: ComponentProps<'button'>) => (
  <Button size="small" variant="outline" className={`justify-self-start ${className}`.trim()} {...rest} />
)

export const ButtonLink = ({ variant, size, className, ...rest }: Style & AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a className={classes({ variant, size }, className)} {...rest} />
)
