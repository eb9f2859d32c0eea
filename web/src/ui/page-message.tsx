import type { ReactNode } from 'react'
import { BrandMark } from './brand-mark'
import { Spinner } from './icon'

type Props = { title: string; children: ReactNode }

/** A page with one message and what to do about it. */
export const PageMessage = ({ title, children }: Props) => (
  <main className="page-width grid min-h-svh content-center justify-items-center gap-4 py-10 text-center">
    <BrandMark className="size-14" />
    <h1 className="text-3xl">{title}</h1>
    <div className="grid max-w-prose justify-items-center gap-4 text-muted">{children}</div>
  </main>
)

export const LoadingMessage = ({ title, children }: { title: string; children?: ReactNode }) => (
  <main className="page-width grid min-h-svh content-center justify-items-center gap-4 py-10 text-center">
    <Spinner className="size-10" />
    <div role="status" className="grid gap-1">
      <h1 className="text-2xl">{title}</h1>
      {children && <p className="text-muted">{children}</p>}
    </div>
  </main>
)
