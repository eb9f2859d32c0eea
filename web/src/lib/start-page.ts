const key = 'start_page'

/** True if this browser opens the dashboard with Today. Private browsing may refuse the storage. */
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

const offeredKey = 'start_page_offered'

/** True once in this browser: the start page is offered by itself once, and not to those who have chosen it. */
export function takeTodayOffer(): boolean {
  try {
    if (startsWithToday() || localStorage.getItem(offeredKey)) return false
    localStorage.setItem(offeredKey, 'yes')
    return true
  } catch {
    // An offer whose answer cannot be kept would be made again and again.
    return false
  }
}
