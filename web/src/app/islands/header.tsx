import { Header } from '#features/home/header'

export const island = <Header />
