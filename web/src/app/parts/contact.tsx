import { OfferedForm } from '#app/offered-form'

export const part = <OfferedForm />
