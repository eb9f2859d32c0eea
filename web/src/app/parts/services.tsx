import { Services } from '#features/home/services'

export const part = <Services />
