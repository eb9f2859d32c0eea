import './inquiry-accept.test'
