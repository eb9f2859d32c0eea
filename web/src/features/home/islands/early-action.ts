import type { IslandName } from '#ui/island'

type Action = { form?: HTMLFormElement; repeat: () => void }
const actions = new Map<IslandName, Action>()

/** Keeps the last button that was pressed, or form that was sent, in a prerendered island that is not hydrated yet. */
export function noteAction(event: Event): void {
  const target = event.target as Element
  const { island, hydrated } = target.closest<HTMLElement>('[data-island]')?.dataset ?? {}
  // A form that was hydrated in this moment has handled its event.
  if (!island || hydrated || event.defaultPrevented) return
  const name = island as IslandName
  if (event.type === 'submit') {
    const form = target as HTMLFormElement
    event.preventDefault()
    form.ariaBusy = 'true'
    actions.set(name, { form, repeat: () => form.requestSubmit() })
  } else {
    const button = target.closest<HTMLButtonElement>('button[type=button]')
    if (button) actions.set(name, { repeat: () => button.click() })
  }
}

/**
 * Until the contact form is hydrated, a link that says what its message begins with writes it there; hydration takes over what stands
 * in the form.
 */
export function noteQuestion({ target }: Event): void {
  const sentence = (target as Element).closest<HTMLElement>('[data-ask]')?.dataset['ask']
  const message = document.querySelector<HTMLTextAreaElement>('[data-island=contact]:not([data-hydrated]) textarea')
  if (sentence && message?.value === '') message.value = sentence
}

export const awaitedIslands = () => actions.keys()

function takeAction(name: IslandName): Action | undefined {
  const action = actions.get(name)
  actions.delete(name)
  if (action?.form) action.form.ariaBusy = null
  return action
}

/** Repeats what was kept for an island that is hydrated now. */
export const repeatAction = (name: IslandName): void => takeAction(name)?.repeat()

/** The island could not be hydrated. Its form says so; what was typed stays. */
export function failAction(name: IslandName, text: string): void {
  const form = takeAction(name)?.form
  if (!form) return
  const alert = form.querySelector('[data-failure]') ?? document.createElement('p')
  alert.role = 'alert'
  alert.setAttribute('data-failure', '')
  form.append(alert)
  alert.textContent = text
}

/** Without a script a prerendered form cannot be sent: from now on it can. */
export function enableForms(): void {
  for (const button of document.querySelectorAll('[data-island] [type=submit]')) button.removeAttribute('disabled')
}
