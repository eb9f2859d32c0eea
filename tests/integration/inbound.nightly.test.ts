import './inbound.test'
