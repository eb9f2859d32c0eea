import type { ReactNode } from 'react'
import { Toasts } from '#ui/toast'
import { DashboardHeader } from './dashboard-header'

/** Header and main area of the staff pages other than the tables. */
export const StaffLayout = ({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) => (
  <div className="min-h-svh">
    <DashboardHeader />
    <main
      data-wide={isWide}
      className="mx-auto grid w-full max-w-[80rem] data-[wide=true]:max-w-[110rem] grid-cols-[minmax(0,1fr)] content-start gap-6 px-4 py-5 md:px-8"
    >
      {children}
    </main>
    <Toasts />
  </div>
)
