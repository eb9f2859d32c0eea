import './faults.test'
