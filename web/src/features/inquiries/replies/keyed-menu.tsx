import { type ComponentProps, useRef } from 'react'
import { useShortcuts } from '#lib/use-shortcuts'
import { Menu } from '#ui/menu'

type Props = Omit<ComponentProps<typeof Menu>, 'className'> & { shortcut: string }

const style =
  'inline-flex min-h-9 items-center gap-1.5 rounded-control border-2 border-edge bg-card px-3 py-1 font-display font-semibold text-sm hover:border-forest hover:bg-sunken'

/** A menu that a key opens as well. */
export function KeyedMenu({ shortcut, ...menu }: Props) {
  const box = useRef<HTMLSpanElement>(null)
  useShortcuts({ [shortcut]: () => box.current?.querySelector<HTMLElement>('button')?.click() })
  return (
    <span ref={box}>
      <Menu className={style} {...menu} />
    </span>
  )
}
