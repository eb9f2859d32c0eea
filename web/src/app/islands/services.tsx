import { Services } from '#features/home/services'

export const island = <Services />
