let pressed: HTMLButtonElement | null = null

/** Keeps the last button of the prerendered header that was pressed while nothing answered it yet. */
export function notePress({ target }: Event): void {
  pressed = (target as Element).closest<HTMLButtonElement>('[data-island=header] button') ?? pressed
}

export const wasPressed = () => pressed !== null

/** Presses the button that was kept, once. */
export function pressAgain(): void {
  const button = pressed
  pressed = null
  button?.click()
}
