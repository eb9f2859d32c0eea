import './events.test'
