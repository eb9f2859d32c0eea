import type { Role } from '@app/contracts/users'

export const roleTitles: Record<Role, string> = { admin: 'Admin', staff: 'Staff', user: 'No access' }
