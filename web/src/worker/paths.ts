/** The caches of the releases: this and their version. */
export const adminCache = 'admin-'

/** True if the service worker answers for a page. The public page is none of its business. */
export const isAdminPath = (path: string) => path === '/admin' || path.startsWith('/admin/')
