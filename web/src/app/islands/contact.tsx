import { OfferedForm } from '#app/offered-form'

export const island = <OfferedForm />
