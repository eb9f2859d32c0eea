import type { ComponentProps } from 'react'
import { inquiryExtension } from '#features/inquiries/inquiry-extension'
import { ListHead } from '#features/inquiries/list-head'
import { useIsAdmin } from '#lib/rights'
import type { TableExtension } from '#lib/table-extension'

const Head = (props: Omit<ComponentProps<typeof ListHead>, 'withSettings'>) => (
  <ListHead {...props} withSettings={useIsAdmin()} />
)

/** What the inquiries' table adds to the dashboard. The settings are for admins. */
export const inquiries: TableExtension = { ...inquiryExtension, ListHead: Head }
