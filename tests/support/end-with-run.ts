export { endWithThisProcess as setup } from '../runner/end-with-this-process'
