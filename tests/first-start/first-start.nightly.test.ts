import './first-start.test'
