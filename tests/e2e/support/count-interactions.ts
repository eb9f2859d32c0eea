import type { Locator, Page } from '@playwright/test'

/** Does what a person does and counts it: a click, a tap, a key chord and a field that is filled are one each. */
export function countedInteractions(page: Page) {
  let count = 0
  return {
    click: (target: Locator) => {
      count++
      return target.click()
    },
    fill: (target: Locator, text: string) => {
      count++
      return target.fill(text)
    },
    choose: (target: Locator, label: string) => {
      count++
      return target.selectOption({ label })
    },
    press: (keys: string) => {
      count++
      return page.keyboard.press(keys)
    },
    count: () => count,
  }
}
