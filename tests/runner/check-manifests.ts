import { createMachine } from '@app/installer/machine'
import { manifestFiles, schemaChecker } from '../support/kubernetes-schemas'
import { say } from './command'

/** Checks the objects in deploy/kubernetes against the schemas of Kubernetes: no cluster is needed, nor kubectl. */

const schemaFaults = await schemaChecker(createMachine(process.env))
const faults = await schemaFaults(...manifestFiles)
if (faults) {
  say(faults)
  process.exitCode = 1
} else say(`${manifestFiles.length} files of Kubernetes objects match the schemas`)
