import './readiness.test'
