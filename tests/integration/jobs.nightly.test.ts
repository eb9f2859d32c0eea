import './jobs.test'
