const key = 'start_page'

/** Whether this browser opens the dashboard with Today. Private browsing may refuse the storage. */
export function startsWithToday(): boolean {
  try {
    return localStorage.getItem(key) === 'today'
  } catch {
    return false
  }
}

export function setStartsWithToday(on: boolean) {
  try {
    if (on) localStorage.setItem(key, 'today')
    else localStorage.removeItem(key)
  } catch {
    // The choice lasts for this page only.
  }
}
