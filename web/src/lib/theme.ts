import * as v from 'valibot'
import { readStored, store } from './stored'

/** The key is known to `public/theme.js`, too. */
const key = 'theme'
const schema = v.picklist(['system', 'light', 'dark'])
export type Theme = v.InferOutput<typeof schema>

export const readTheme = (): Theme => readStored(key, schema) ?? 'system'

/** Shows the chosen scheme, or the system's one. The public pages always follow the system. */
export function showTheme(isStaffPage: boolean, theme = readTheme()) {
  const { dataset } = document.documentElement
  if (isStaffPage && theme !== 'system') dataset.theme = theme
  else delete dataset.theme
}

export function chooseTheme(theme: Theme) {
  store(key, theme)
  showTheme(true, theme)
}
