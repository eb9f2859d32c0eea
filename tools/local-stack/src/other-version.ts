import { type ServiceProcess, serviceProcesses } from './service-processes'

/** The services that tests also run in another version, on the same data. */
export const servicesInTwoVersions = serviceProcesses.filter(({ variables }) => variables.includes('MONGODB_URI'))

/** Names the process of the other version. */
export const otherName = <Name extends ServiceProcess['name']>(name: Name) => `${name}-other` as const
