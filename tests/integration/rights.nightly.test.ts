import './rights.test'
