import { useAtomValue } from 'jotai'
import type { ComponentProps } from 'react'
import { inquiryExtension } from '#features/inquiries/inquiry-extension'
import { ListHead } from '#features/inquiries/list-head'
import { userAtom } from '#features/sign-in/user.atoms'
import type { TableExtension } from '#lib/table-extension'

function Head(props: Omit<ComponentProps<typeof ListHead>, 'withSettings'>) {
  const { user } = useAtomValue(userAtom)
  return <ListHead {...props} withSettings={user?.role === 'admin'} />
}

/** What the inquiries' table adds to the dashboard. The settings are for admins. */
export const inquiries: TableExtension = { ...inquiryExtension, ListHead: Head }
