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
export {
  currentTrace,
  isTracing,
  type Origin,
  startTracing,
  stopTracing,
  type TracedRequest,
  tracedCall,
  tracedHandOver,
  tracedJob,
  tracedRequest,
} from './tracing'
