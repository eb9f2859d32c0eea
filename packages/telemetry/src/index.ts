export {
  announceVersion,
  counter,
  counterOf,
  durations,
  gauge,
  metricsText,
  metricsType,
  runningVersion,
  watchProcess,
} from './metrics'
export { sampled } from './sampled'
export { startTracing, stopTracing } from './start-tracing'
export {
  currentTrace,
  isTracing,
  type Origin,
  type TracedRequest,
  tracedCall,
  tracedHandOver,
  tracedJob,
  tracedRequest,
} from './tracing'
