import { Header } from '#features/home/header'

export const part = <Header />
