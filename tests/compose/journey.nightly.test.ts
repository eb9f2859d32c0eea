import './journey.test'
